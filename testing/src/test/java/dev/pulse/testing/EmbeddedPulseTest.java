package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobRequest;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Worker;
import java.math.BigInteger;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SDK and server together, over a socket, as a user has them. */
class EmbeddedPulseTest {
  record Email(String to, String subject) {}

  private static final Duration SOON = Duration.ofMinutes(1);
  private static EmbeddedPulse embedded;
  private static Pulse pulse;

  @BeforeAll
  static void start() {
    embedded = EmbeddedPulse.start();
    pulse = embedded.client();
  }

  @AfterAll
  static void stop() {
    embedded.close();
  }

  @Test
  void aSubmittedJobRunsInTheUsersProcessAndItsResultComesBack() {
    try (Worker _ =
        pulse
            .worker()
            .topic("mail")
            .handle("email", Email.class, (email, _) -> Outcome.done("sent to " + email.to()))
            .start()) {
      JobHandle handle =
          pulse.submit("email", new Email("a@b.c", "hi"), options -> options.topic("mail"));
      Job job = handle.await(SOON);
      assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
      assertThat(handle.result(String.class)).contains("sent to a@b.c");
    }
  }

  @Test
  void jsonArrivesToTheLetter() {
    var seen = new ConcurrentHashMap<UUID, String>();
    String exact = "{ \"n\": 9007199254740993, \"N\":1e400,\"ä\":\"\\u0000\" }";
    try (Worker _ =
        pulse
            .worker()
            .topic("exact")
            .handle(
                "echo",
                (job) -> {
                  seen.put(job.id(), job.rawArgs().text());
                  return Outcome.done(job.rawArgs());
                })
            .start()) {
      JobHandle handle = pulse.submit("echo", Json.of(exact), options -> options.topic("exact"));
      Job job = handle.await(SOON);
      assertThat(seen.get(handle.id())).isEqualTo(exact);
      assertThat(job.result().text()).isEqualTo(exact);
      assertThat(job.args().text()).isEqualTo(exact);
    }
  }

  @Test
  void bigNumbersSurviveTypedArguments() {
    var big = new BigInteger("123456789012345678901234567890");
    try (Worker _ =
        pulse
            .worker()
            .topic("big")
            .handle("double", BigInteger.class, (n, _) -> Outcome.done(n.add(n)))
            .start()) {
      JobHandle handle = pulse.submit("double", big, options -> options.topic("big"));
      handle.await(SOON);
      assertThat(handle.result(BigInteger.class)).contains(big.add(big));
    }
  }

  @Test
  void everyOutcomeLeadsWhereItShould() {
    var attempts = new AtomicInteger();
    try (Worker _ =
        pulse
            .worker()
            .topic("outcomes")
            .handle("dies", job -> Outcome.failForGood("no"))
            .handle(
                "throws",
                job -> {
                  throw new IllegalStateException("boom");
                })
            .handle(
                "third-time-lucky",
                job ->
                    attempts.incrementAndGet() < 3
                        ? Outcome.fail("not yet")
                        : Outcome.done(job.attempt()))
            .handle(
                "sleepy",
                job ->
                    attempts.incrementAndGet() > 1000
                        ? Outcome.done()
                        : Outcome.snooze(Duration.ofDays(1)))
            .start()) {
      Job dead = submit("dies", 5).await(SOON);
      assertThat(dead.status()).isEqualTo(JobStatus.DEAD_LETTERED);
      assertThat(dead.lastError()).isEqualTo("no");
      Job thrown = submit("throws", 1).await(SOON);
      assertThat(thrown.lastError()).contains("IllegalStateException", "boom");
      Job unknown = submit("nobody-handles-this", 1).await(SOON);
      assertThat(unknown.lastError()).contains("nobody-handles-this");
      JobHandle lucky = submit("third-time-lucky", 5);
      assertThat(lucky.await(SOON).attempts()).isEqualTo(3);
      assertThat(lucky.result(Integer.class)).contains(3);
      JobHandle sleepy = submit("sleepy", 1);
      await().atMost(SOON).until(() -> sleepy.get().status() == JobStatus.SCHEDULED);
      assertThat(sleepy.get().attempts()).isZero();
      assertThat(sleepy.cancel().status()).isEqualTo(JobStatus.CANCELED);
    }
  }

  private static JobHandle submit(String name, int maxAttempts) {
    return pulse.submit(name, null, options -> options.topic("outcomes").maxAttempts(maxAttempts));
  }

  @Test
  void cancelInterruptsTheHandlerAndTheLateResultChangesNothing() throws InterruptedException {
    var started = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    try (Worker _ =
        pulse
            .worker()
            .topic("cancel")
            .handle(
                "long",
                job -> {
                  started.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    assertThat(job.canceled()).isTrue();
                    interrupted.countDown();
                  }
                  return Outcome.done("too late");
                })
            .start()) {
      JobHandle handle = pulse.submit("long", null, options -> options.topic("cancel"));
      started.await();
      assertThat(handle.cancel().status()).isEqualTo(JobStatus.CANCELED);
      assertThat(interrupted.await(SOON.toSeconds(), java.util.concurrent.TimeUnit.SECONDS))
          .isTrue();
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(pulse.attempts(handle.id()).get(0).late())
                      .as("the late word is kept with the attempt")
                      .isNotNull());
      assertThat(handle.get().status()).isEqualTo(JobStatus.CANCELED);
      assertThatThrownBy(handle::cancel)
          .isInstanceOfSatisfying(
              PulseException.class,
              e -> assertThat(e.code()).isEqualTo(PulseException.Code.CONFLICT));
    }
  }

  @Test
  void tenThousandJobsFlowThroughFourWorkersEachExactlyOnce() {
    int total = 10_000;
    var runs = new ConcurrentHashMap<UUID, AtomicInteger>();
    var workers = new ArrayList<Worker>();
    for (int each = 0; each < 4; each++) {
      workers.add(
          pulse
              .worker()
              .topic("flow")
              .concurrency(100)
              .handle(
                  "count",
                  Integer.class,
                  (n, job) -> {
                    runs.computeIfAbsent(job.id(), _ -> new AtomicInteger()).incrementAndGet();
                    return Outcome.done(n);
                  })
              .start());
    }
    List<JobHandle> handles =
        pulse.submitAll(
            IntStream.range(0, total)
                .mapToObj(n -> JobRequest.of("count", n, options -> options.topic("flow")))
                .toList());
    await().atMost(SOON.multipliedBy(3)).until(() -> runs.size() == total);
    workers.forEach(Worker::close);
    assertThat(handles.getLast().await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(pulse.counts().stream().filter(count -> count.topic().equals("flow"))).isEmpty();
    assertThat(runs).hasSize(total);
    assertThat(runs.values()).allMatch(count -> count.get() == 1);
  }

  @Test
  void aDelayedJobStartsWhenItIsDueAndNotBefore() {
    var startedAt = new ConcurrentHashMap<UUID, Instant>();
    try (Worker _ =
        pulse
            .worker()
            .topic("delay")
            .handle(
                "note",
                job -> {
                  startedAt.put(job.id(), Instant.now());
                  return Outcome.done();
                })
            .start()) {
      for (int millis : new int[] {50, 700, 1500}) {
        Instant before = Instant.now();
        JobHandle handle =
            pulse.submit(
                "note", null, options -> options.topic("delay").delay(Duration.ofMillis(millis)));
        handle.await(SOON);
        Duration waited = Duration.between(before, startedAt.get(handle.id()));
        assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(millis));
      }
    }
  }

  @Test
  void whatIsEnqueuedBySqlReachesTheWorker() throws Exception {
    var seen = new CountDownLatch(1);
    try (Worker _ =
            pulse
                .worker()
                .topic("sql")
                .handle(
                    "from-sql",
                    job -> {
                      seen.countDown();
                      return Outcome.done();
                    })
                .start();
        var connection = DriverManager.getConnection(embedded.databaseUrl());
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT pulse.enqueue('from-sql', '{}', topic => 'sql')");
      connection.rollback();
      assertThat(pulse.page(dev.pulse.JobFilter.all().topic("sql")).jobs()).isEmpty();
      statement.execute("SELECT pulse.enqueue('from-sql', '{}', topic => 'sql')");
      connection.commit();
      assertThat(seen.await(SOON.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aClosingWorkerFinishesWhatItRunsAndHandsTheRestBack() throws InterruptedException {
    var started = new CountDownLatch(2);
    var finish = new CountDownLatch(1);
    Worker worker =
        pulse
            .worker()
            .topic("close")
            .concurrency(2)
            .handle(
                "slow",
                job -> {
                  started.countDown();
                  finish.await();
                  return Outcome.done();
                })
            .start();
    List<JobHandle> handles =
        pulse.submitAll(
            IntStream.range(0, 10)
                .mapToObj(n -> JobRequest.of("slow", n, options -> options.topic("close")))
                .toList());
    started.await();
    var closer = Thread.ofVirtual().start(worker::close);
    // It has said goodbye, and waits for what it runs.
    await().atMost(SOON).until(() -> closer.getState() == Thread.State.TIMED_WAITING);
    finish.countDown();
    closer.join();
    long completed = handles.stream().filter(h -> h.get().status() == JobStatus.COMPLETED).count();
    assertThat(completed).isEqualTo(2);
    assertThat(handles.stream().filter(h -> h.get().status() == JobStatus.PENDING)).hasSize(8);
    assertThat(handles).allMatch(h -> h.get().attempts() <= 1);
  }
}
