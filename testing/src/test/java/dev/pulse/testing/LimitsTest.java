package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobRequest;
import dev.pulse.JobStatus;
import dev.pulse.Limits;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Limits through the SDK, a real server and real workers (D2, D3). */
class LimitsTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static EmbeddedPulse embedded;
  private static Pulse pulse;
  private static Limits limits;

  @BeforeAll
  static void start() {
    embedded = EmbeddedPulse.start();
    pulse = embedded.client();
    limits = pulse.limits();
  }

  @AfterAll
  static void stop() {
    embedded.close();
  }

  @Test
  void neverMoreAtOnceThanTheLimitWhoeverRunsThem() {
    limits.set("sdk-two", limit -> limit.maxRunning(2));
    var now = new AtomicInteger();
    var most = new AtomicInteger();
    try (Worker _ = worker("sdk-two", now, most);
        Worker _ = worker("sdk-two", now, most)) {
      List<JobHandle> jobs = pulse.submitAll(jobs("sdk-two", 200));
      jobs.forEach(job -> job.await(SOON));
    }
    assertThat(most.get()).isBetween(1, 2);
    assertThat(limits.find("sdk-two").orElseThrow().running()).isZero();
  }

  /** The best of a few: a machine that does ten things at once is late with all of them. */
  @Test
  void aChangeTakesEffectWithinASecond() {
    try (Worker _ = worker("sdk-change", new AtomicInteger(), new AtomicInteger())) {
      Duration best = Duration.ofDays(1);
      for (int change = 0; change < 5 && best.compareTo(Duration.ofSeconds(1)) >= 0; change++) {
        best = Collections.min(List.of(best, effect()));
      }
      assertThat(best).isLessThan(Duration.ofSeconds(1));
    }
  }

  /** How long it takes from the change of a limit to the start of a job that waited for it. */
  private static Duration effect() {
    limits.set("sdk-change", limit -> limit.maxRunning(0));
    JobHandle job = pulse.submitAll(jobs("sdk-change", 1)).get(0);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(pulse.explain(job.id()).reasons())
                    .extracting(reason -> reason.code())
                    .contains("limit_reached"));
    assertThat(pulse.job(job.id()).status()).isEqualTo(JobStatus.PENDING);
    Instant changed = Instant.now();
    limits.set("sdk-change", limit -> limit.maxRunning(1));
    Job done = job.await(SOON);
    return Duration.between(changed, done.startedAt());
  }

  @Test
  void aPausedLimitHoldsItsJobsUntilItIsLifted() {
    limits.set("sdk-pause", limit -> limit.pause(Instant.now().plusSeconds(3600), "quota"));
    try (Worker _ = worker("sdk-pause", new AtomicInteger(), new AtomicInteger())) {
      JobHandle job = pulse.submitAll(jobs("sdk-pause", 1)).get(0);
      JobHandle free = pulse.submit("count", null, options -> options.topic("sdk-pause"));
      assertThat(free.await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
      assertThat(pulse.explain(job.id()).reasons())
          .anyMatch(reason -> reason.code().equals("limit_paused"));
      limits.set("sdk-pause", limit -> limit.resume());
      assertThat(job.await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
    }
  }

  /** In no second more than five start, by the history of all starts. */
  @Test
  void aRateHoldsInEveryPeriod() {
    limits.set("sdk-rate", limit -> limit.rate(5, Duration.ofSeconds(1)));
    try (Worker _ = worker("sdk-rate", new AtomicInteger(), new AtomicInteger())) {
      List<Instant> starts =
          pulse.submitAll(jobs("sdk-rate", 16)).stream()
              .map(job -> job.await(SOON).startedAt())
              .sorted()
              .toList();
      for (int at = 5; at < starts.size(); at++) {
        assertThat(Duration.between(starts.get(at - 5), starts.get(at)))
            .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
      }
      assertThat(Duration.between(starts.getFirst(), starts.getLast()))
          .as("and it is used: one by one they would take longer")
          .isLessThan(Duration.ofSeconds(15));
    }
  }

  @Test
  void refusalsSayWhatIsWrong() {
    assertThatThrownBy(() -> limits.set("sdk-bad", limit -> limit.maxRunning(-1)))
        .isInstanceOf(PulseException.class)
        .hasMessageContaining("max_running");
    assertThatThrownBy(() -> limits.delete("sdk-nobody"))
        .isInstanceOfSatisfying(
            PulseException.class,
            e -> assertThat(e.code()).isEqualTo(PulseException.Code.NOT_FOUND));
    assertThat(limits.find("sdk-nobody")).isEmpty();
  }

  private static List<JobRequest> jobs(String limit, int count) {
    return IntStream.range(0, count)
        .mapToObj(_ -> JobRequest.of("count", null, options -> options.topic(limit).limits(limit)))
        .toList();
  }

  private static Worker worker(String topic, AtomicInteger now, AtomicInteger most) {
    return pulse
        .worker()
        .topic(topic)
        .concurrency(8)
        .handle(
            "count",
            _ -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              Thread.yield();
              now.decrementAndGet();
              return Outcome.done();
            })
        .start();
  }
}
