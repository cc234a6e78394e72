package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limits;
import dev.pulse.server.limit.Rate;
import dev.pulse.server.postgres.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits (D2) on real Postgres, by the kernel's verbs. */
class LimitsTest {
  @RegisterExtension static final Kernel kernel = new Kernel();

  private Limits limits;
  private long worker;

  @BeforeEach
  void register() {
    limits = new Limits(kernel.database());
    worker = kernel.worker("w");
  }

  @Test
  void noMoreRunAtOnceThanTheLimitSays() {
    limits.set("x", Change.NOTHING.withMaxRunning(2), "me");
    submit(5, "x");
    List<Assignment> first = kernel.claim(worker, 10);
    assertThat(first).hasSize(2);
    assertThat(kernel.claim(worker, 10)).isEmpty();
    kernel.report(first.getFirst(), new Outcome.Succeeded(null));
    assertThat(kernel.claim(worker, 10)).hasSize(1);
    kernel.report(first.getLast(), new Outcome.Failed("x"));
    assertThat(kernel.claim(worker, 10)).as("a failed attempt frees its slot").hasSize(1);
    assertThat(limits.find("x").orElseThrow().running()).isEqualTo(2);
  }

  @Test
  void everyWayOutFreesTheSlot() {
    limits.set("x", Change.NOTHING.withMaxRunning(1), "me");
    submit(6, "x");
    List<Outcome> ways =
        List.of(
            new Outcome.Succeeded("1"),
            new Outcome.FailedForGood("no"),
            new Outcome.Snoozed(Duration.ofHours(1)),
            new Outcome.Released());
    for (Outcome way : ways) {
      kernel.report(kernel.claimOne(worker), way);
    }
    Assignment canceled = kernel.claimOne(worker);
    kernel.jobs().cancel(canceled.id());
    Assignment lost = kernel.claimOne(worker);
    kernel.execute("UPDATE pulse.worker SET lease_until = now() - interval '1 s'");
    assertThat(kernel.jobs().reap()).isEqualTo(1);
    assertThat(kernel.job(lost.id()).status()).isEqualTo(JobStatus.RETRYING);
    assertThat(kernel.claim(kernel.worker("next"), 10)).hasSize(1);
  }

  @Test
  void severalLimitsMustAllAdmitAndOrderHoldsAcrossGates() {
    limits.set("x", Change.NOTHING.withMaxRunning(2), "me");
    limits.set("y", Change.NOTHING.withMaxRunning(1), "me");
    UUID both = submit(1, "x", "y").getFirst();
    UUID onlyY = submit(1, "y").getFirst();
    UUID urgent = kernel.submit(limited("x").but().priority(5).build());
    UUID plain = kernel.submit("plain");
    UUID third = submit(1, "x").getFirst();
    assertThat(kernel.claim(worker, 10))
        .extracting(Assignment::id)
        .containsExactly(urgent, both, plain)
        .doesNotContain(onlyY, third);
  }

  @Test
  void aSaturatedLimitNeverHoldsUpWhoDoesNotCarryIt() {
    limits.set("x", Change.NOTHING.withMaxRunning(0), "me");
    submit(50, "x");
    UUID plain = kernel.submit("plain");
    assertThat(kernel.claim(worker, 10)).extracting(Assignment::id).containsExactly(plain);
    assertThat(kernel.claim(worker, 10)).isEmpty();
    limits.set("x", Change.NOTHING.withMaxRunning(3), "me");
    assertThat(kernel.jobs().claim("default", slots(10), true)).hasSize(3);
    limits.delete("x");
    assertThat(kernel.jobs().claim("default", slots(100), true)).hasSize(47);
  }

  @Test
  void aRateLetsSoManyStartInAnyPeriod() {
    limits.set("x", Change.NOTHING.withRate(new Rate(3, Duration.ofHours(1))), "me");
    submit(10, "x");
    assertThat(kernel.claim(worker, 2)).hasSize(2);
    List<Assignment> second = kernel.claim(worker, 10);
    assertThat(second).hasSize(1);
    kernel.report(second.getFirst(), new Outcome.Succeeded(null));
    assertThat(kernel.jobs().claim("default", slots(10), true))
        .as("starts count, not runs")
        .isEmpty();
    assertThat(kernel.jobs().untilReopened("default").orElseThrow())
        .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(62));
    kernel.execute("UPDATE pulse.limit_use SET ends = ends - interval '62 minutes'");
    assertThat(kernel.jobs().claim("default", slots(10), true)).hasSize(3);
  }

  @Test
  void aPausedLimitLetsNothingStartUntilThen() {
    limits.set(
        "x",
        Change.NOTHING.withPause(
            new Change.Pause(Instant.now().plus(Duration.ofHours(1)), "quota is used up")),
        "me");
    UUID id = submit(1, "x").getFirst();
    assertThat(kernel.claim(worker, 1)).isEmpty();
    assertThat(kernel.jobs().explain(id).reasons())
        .anyMatch(reason -> reason.message().contains("quota is used up"));
    limits.set("x", Change.NOTHING.withPause(null), "me");
    assertThat(kernel.jobs().claim("default", slots(1), true)).hasSize(1);
  }

  @Test
  void explainSaysWhichLimitAndWhy() {
    limits.set("x", Change.NOTHING.withMaxRunning(1), "me");
    submit(1, "x");
    UUID second = submit(1, "x").getFirst();
    kernel.claim(worker, 5);
    assertThat(kernel.jobs().explain(second).reasons())
        .extracting(Explanation.Reason::code, Explanation.Reason::message)
        .contains(
            org.assertj.core.groups.Tuple.tuple(
                "limit_reached", "Limit x is reached: 1 of 1 run."));
  }

  @Test
  void delayedRetriedAndEnqueuedJobsObeyToo() {
    limits.set("x", Change.NOTHING.withMaxRunning(1), "me");
    kernel.submit(limited("x").but().delay(Duration.ofHours(1)).build());
    kernel.execute("SELECT pulse.enqueue('sql', limits => ARRAY['x', 'x'])");
    assertThat(kernel.number("SELECT count(*) FROM pulse.jobs WHERE limits = '{x}'")).isEqualTo(2);
    assertThat(kernel.advanceAndPromote(Duration.ofHours(2))).isEqualTo(1);
    Assignment first = kernel.jobs().claim("default", slots(5), true).getFirst();
    kernel.report(first, new Outcome.FailedForGood("no"));
    kernel.jobs().retry(first.id());
    assertThat(kernel.claim(worker, 5)).hasSize(1);
    assertThat(kernel.job(first.id()).limits()).containsExactly("x");
  }

  @Test
  void pendingJobsBehindALimitAreListedCountedAndCanceled() {
    limits.set("x", Change.NOTHING.withMaxRunning(0), "me");
    List<UUID> waiting = submit(3, "x");
    kernel.submit("plain");
    var pending = new JobFilter("default", null, JobStatus.PENDING);
    Page<Job> page = kernel.jobs().list(pending, 2, null);
    assertThat(page.items()).hasSize(2);
    assertThat(kernel.jobs().list(pending, 10, page.next()).items()).hasSize(2);
    assertThat(kernel.jobs().counts()).extracting(TopicCount::count).containsExactly(4L);
    kernel.jobs().cancel(waiting.getFirst());
    assertThat(kernel.job(waiting.getFirst()).status()).isEqualTo(JobStatus.CANCELED);
    assertThat(kernel.number("SELECT count(*) FROM pulse.ready")).isEqualTo(3);
  }

  /** The limit's lock, not luck: claimers of many servers race for three places. */
  @Test
  void racingServersNeverExceedALimit() throws Exception {
    limits.set("x", Change.NOTHING.withMaxRunning(3), "me");
    submit(600, "x");
    var most = new java.util.concurrent.atomic.AtomicLong();
    Callable<Integer> claimer =
        () -> {
          Jobs jobs = kernel.fresh();
          int done = 0;
          for (int dry = 0; dry < 200; ) {
            List<Assignment> batch = jobs.claim("default", slots(2), true);
            most.accumulateAndGet(kernel.number("SELECT count(*) FROM pulse.running"), Math::max);
            dry = batch.isEmpty() ? dry + 1 : 0;
            jobs.report(
                batch.stream()
                    .map(job -> new Report(job.lease(), new Outcome.Succeeded(null)))
                    .toList());
            done += batch.size();
          }
          return done;
        };
    int done = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> each : threads.invokeAll(Collections.nCopies(8, claimer))) {
        done += each.get();
      }
    }
    assertThat(done).isEqualTo(600);
    assertThat(most.get()).isBetween(1L, 3L);
    assertThat(
            kernel.number(
                """
                SELECT max(overlap) FROM (
                  SELECT (SELECT count(*) FROM pulse.finished o
                    WHERE o.started_at <= f.started_at AND o.finished_at > f.started_at) AS overlap
                  FROM pulse.finished f) AS starts
                """))
        .as("by the history of all starts")
        .isLessThanOrEqualTo(3);
  }

  /** A start is counted when it happened, however long before that its transaction began. */
  @Test
  void aRateCountsAStartByTheClock() {
    limits.set("x", Change.NOTHING.withRate(new Rate(5, Duration.ofSeconds(1))), "me");
    Sql waited = Sql.of("SELECT clock_timestamp() - now() > interval '100 ms' AS yes");
    Sql late =
        Sql.of("SELECT count(*) AS n FROM pulse.limit_use WHERE ends > now() + interval '100 ms'");
    long counted =
        kernel
            .database()
            .transact(
                connection -> {
                  while (!waited.on(connection).list(row -> row.flag("yes")).getFirst()) {
                    Thread.onSpinWait();
                  }
                  int _ =
                      GatedClaims.SPEND
                          .on(connection)
                          .set("names", new String[] {"x"})
                          .set("starts", new long[] {1})
                          .update();
                  return late.on(connection).list(row -> row.number("n")).getFirst();
                });
    assertThat(counted).isEqualTo(1);
  }

  /** An old transaction keeps every dead index entry; counting what runs must not walk them. */
  @Test
  void aHeldSnapshotDoesNotSlowTheCount() throws Exception {
    limits.set("x", Change.NOTHING.withMaxRunning(10), "me");
    for (int chunk = 0; chunk < 20; chunk++) {
      submit(500, "x");
    }
    try (var old = kernel.database().dedicated()) {
      old.setAutoCommit(false);
      old.setTransactionIsolation(java.sql.Connection.TRANSACTION_REPEATABLE_READ);
      try (var statement = old.createStatement()) {
        statement.executeQuery("SELECT count(*) FROM pulse.job").close();
      }
      long early = drain(50);
      drain(700);
      long late = drain(50);
      System.out.printf(
          "a claim of 10 through a limit with a held snapshot: early %d us, late %d us%n",
          early / 1000, late / 1000);
      assertThat(late).isLessThan(early * 2);
      old.rollback();
    }
  }

  /** What the quickest of so many claims took: whatever else the machine does only adds to it. */
  private long drain(int claims) {
    long quickest = Long.MAX_VALUE;
    for (int at = 0; at < claims; at++) {
      long start = System.nanoTime();
      List<Assignment> batch = kernel.claim(worker, 10);
      quickest = Math.min(quickest, System.nanoTime() - start);
      assertThat(batch).hasSize(10);
      kernel
          .jobs()
          .report(
              batch.stream()
                  .map(job -> new Report(job.lease(), new Outcome.Succeeded(null)))
                  .toList());
    }
    return quickest;
  }

  private static NewJob limited(String... names) {
    return NewJob.named("limited").but().limits(List.of(names)).build();
  }

  private static List<UUID> submit(int count, String... names) {
    List<NewJob> jobs =
        new ArrayList<>(IntStream.range(0, count).mapToObj(_ -> limited(names)).toList());
    return kernel.jobs().submit(jobs).stream().map(Submitted::id).toList();
  }

  private long[] slots(int count) {
    return LongStream.generate(() -> worker).limit(count).toArray();
  }
}
