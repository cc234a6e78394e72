package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobHandle;
import dev.pulse.JobRequest;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.StatusDocument;
import dev.pulse.Worker;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.postgres.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is kept beside jobs, as users see it: logs, results of failures, status documents (A7). */
@Timeout(180)
class RecordsTest {
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
  void aLogIsFollowedWhileTheHandlerRuns() throws Exception {
    var first = new CountDownLatch(1);
    var second = new CountDownLatch(1);
    try (Worker _ =
        pulse
            .worker()
            .topic("live")
            .closeWithin(Duration.ZERO)
            .handle(
                "talk",
                job -> {
                  job.log("one");
                  first.await();
                  job.log("two\nthree");
                  second.await();
                  job.log("four");
                  return Outcome.done();
                })
            .start()) {
      JobHandle handle = pulse.submit("talk", null, options -> options.topic("live"));
      try (Stream<String> lines = pulse.followLog(handle.id())) {
        Iterator<String> each = lines.iterator();
        assertThat(each.next()).isEqualTo("one");
        first.countDown();
        assertThat(each.next()).isEqualTo("two");
        assertThat(each.next()).isEqualTo("three");
        assertThat(handle.get().status()).isEqualTo(JobStatus.RUNNING);
        second.countDown();
        assertThat(each.next()).isEqualTo("four");
        assertThat(each.hasNext()).isFalse();
      }
      assertThat(handle.await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
      assertThat(pulse.log(handle.id())).isEqualTo("one\ntwo\nthree\nfour\n");
    }
  }

  /** The end of an attempt is never seen before its last words. */
  @Test
  void whoeverSeesTheJobFinishedFindsItsLogWhole() {
    try (Worker _ =
        pulse
            .worker()
            .topic("whole")
            .concurrency(16)
            .handle(
                "talk",
                Integer.class,
                (n, job) -> {
                  IntStream.range(0, n).forEach(each -> job.log("line " + each));
                  return Outcome.done();
                })
            .start()) {
      List<JobHandle> handles =
          pulse.submitAll(
              IntStream.range(0, 50)
                  .mapToObj(n -> JobRequest.of("talk", n, options -> options.topic("whole")))
                  .toList());
      for (int n = 0; n < handles.size(); n++) {
        handles.get(n).await(SOON);
        assertThat(pulse.log(handles.get(n).id()).lines()).hasSize(n);
      }
    }
  }

  @Test
  void aLogOfTenMegabytesKeepsItsBeginningAndItsEnd() {
    try (Worker _ =
        pulse
            .worker()
            .topic("huge")
            .handle(
                "talk",
                job -> {
                  for (int line = 0; line < 100_000; line++) {
                    job.log("%06d %s".formatted(line, "x".repeat(92)));
                  }
                  job.log("end");
                  return Outcome.done();
                })
            .start()) {
      JobHandle handle = pulse.submit("talk", null, options -> options.topic("huge"));
      handle.await(SOON);
      String log = pulse.log(handle.id());
      assertThat(log.length()).isLessThan((4 << 20) + 100);
      List<String> lines = log.lines().toList();
      assertThat(lines.get(10_000)).startsWith("010000 ");
      assertThat(lines.getLast()).isEqualTo("end");
      assertThat(lines.get(lines.size() - 2)).startsWith("099999 ");
      assertThat(lines).filteredOn(line -> line.endsWith("are missing here]")).hasSize(1);
    }
  }

  @Test
  void oddTextsArriveReadable() {
    String wide = "ä".repeat(50_000);
    try (Worker _ =
        pulse
            .worker()
            .topic("odd")
            .handle(
                "talk",
                job -> {
                  job.log("nul \0 half \uD83D whole \uD83D\uDE00");
                  job.log(wide);
                  job.log("");
                  return Outcome.done();
                })
            .start()) {
      JobHandle handle = pulse.submit("talk", null, options -> options.topic("odd"));
      try (Stream<String> lines = pulse.followLog(handle.id())) {
        assertThat(lines).containsExactly("nul \uFFFD half \uFFFD whole \uD83D\uDE00", wide, "");
      }
    }
  }

  @Test
  void everyAttemptHasItsOwnLogAndAFailureItsResult() {
    try (Worker _ =
        pulse
            .worker()
            .topic("attempts")
            .handle(
                "talk",
                job -> {
                  job.log("attempt " + job.attempt());
                  return job.attempt() == 1
                      ? Outcome.fail("not yet", Map.of("cost_usd", 0.1))
                      : Outcome.done();
                })
            .start()) {
      JobHandle handle =
          pulse.submit("talk", null, options -> options.topic("attempts").maxAttempts(2));
      handle.await(SOON);
      assertThat(pulse.log(handle.id(), 1)).isEqualTo("attempt 1\n");
      assertThat(pulse.log(handle.id(), 2)).isEqualTo("attempt 2\n");
      assertThat(pulse.log(handle.id())).isEqualTo("attempt 2\n");
      assertThat(pulse.attempts(handle.id()).getFirst().result().text())
          .isEqualTo("{\"cost_usd\":0.1}");
      refused(() -> pulse.log(handle.id(), 3), PulseException.Code.NOT_FOUND);
      refused(() -> pulse.followLog(handle.id(), 3).toList(), PulseException.Code.NOT_FOUND);
      refused(() -> pulse.log(UUID.randomUUID()), PulseException.Code.NOT_FOUND);
      assertThatThrownBy(() -> pulse.log(handle.id(), 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void refused(Runnable call, PulseException.Code code) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(PulseException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** The worker is at one server, who follows at the other; then that one goes. */
  @Test
  void aLogIsFollowedAcrossServersAndThroughTheEndOfOne() throws Exception {
    var gate = new CountDownLatch(1);
    try (Database database = Database.open(embedded.databaseUrl(), 8)) {
      var other = new PulseServer(ServerConfig.local(0), database);
      String both = "127.0.0.1:" + other.port() + "," + embedded.address();
      try (Pulse elsewhere = Pulse.connect(both);
          Worker _ =
              pulse
                  .worker()
                  .topic("two")
                  .closeWithin(Duration.ZERO)
                  .handle(
                      "talk",
                      job -> {
                        job.log("one");
                        gate.await();
                        job.log("two");
                        return Outcome.done();
                      })
                  .start()) {
        JobHandle handle = pulse.submit("talk", null, options -> options.topic("two"));
        var heard = new CopyOnWriteArrayList<String>();
        var following =
            CompletableFuture.runAsync(
                () -> {
                  try (Stream<String> lines = elsewhere.followLog(handle.id())) {
                    lines.forEach(heard::add);
                  }
                });
        await().atMost(SOON).until(() -> heard.size() == 1);
        other.close();
        gate.countDown();
        following.join();
        assertThat(heard).containsExactly("one", "two");
      } finally {
        gate.countDown();
      }
    }
  }

  @Test
  void whoClosesTheStreamIsFree() throws Exception {
    var begun = new CountDownLatch(1);
    try (Worker _ =
        pulse
            .worker()
            .topic("close")
            .closeWithin(Duration.ZERO)
            .handle(
                "talk",
                job -> {
                  job.log("one");
                  begun.countDown();
                  new CountDownLatch(1).await();
                  return Outcome.done();
                })
            .start()) {
      JobHandle handle = pulse.submit("talk", null, options -> options.topic("close"));
      begun.await();
      Stream<String> lines = pulse.followLog(handle.id());
      Iterator<String> each = lines.iterator();
      assertThat(each.next()).isEqualTo("one");
      var more = CompletableFuture.supplyAsync(each::hasNext);
      lines.close();
      assertThat(more.join()).isFalse();
      handle.cancel();
    }
  }

  /** Whatever touched the table of logs would wait for ever. */
  @Test
  void jobsThatDoNotLogNeverTouchTheLogs() throws Exception {
    try (Connection connection = DriverManager.getConnection(embedded.databaseUrl());
        var statement = connection.createStatement();
        Worker _ =
            pulse
                .worker()
                .topic("silent")
                .handle("quiet", _ -> Outcome.done())
                .handle("fails", _ -> Outcome.failForGood("no"))
                .start()) {
      connection.setAutoCommit(false);
      statement.execute("SET lock_timeout = '10s'");
      statement.execute("LOCK TABLE pulse.attempt_log IN ACCESS EXCLUSIVE MODE");
      List<JobHandle> handles =
          pulse.submitAll(
              IntStream.range(0, 200)
                  .mapToObj(
                      n ->
                          JobRequest.of(
                              n % 2 == 0 ? "quiet" : "fails",
                              null,
                              options -> options.topic("silent")))
                  .toList());
      handles.forEach(handle -> assertThat(handle.await(SOON).status().isFinished()).isTrue());
      connection.rollback();
    }
  }

  @Test
  void aDocumentIsPutFoundAndRemoved() {
    StatusDocument put = pulse.statuses().put("agent", "reviewer", Map.of("cli", "claude"));
    assertThat(put.document().text()).isEqualTo("{\"cli\":\"claude\"}");
    assertThat(put.updatedBy()).isEqualTo("anonymous");
    assertThat(pulse.statuses().put("agent", "reviewer", Json.of("{\"cli\":\"claude\"}")))
        .isEqualTo(put);
    assertThat(pulse.statuses().find("agent", "reviewer")).contains(put);
    assertThat(pulse.statuses().find("agent", "nobody")).isEmpty();
    assertThat(pulse.statuses().remove("agent", "reviewer")).isTrue();
    assertThat(pulse.statuses().remove("agent", "reviewer")).isFalse();
  }

  @Test
  void aListGoesThroughAllItsPages() {
    List<String> names = IntStream.range(0, 120).mapToObj("p%03d"::formatted).toList();
    names.reversed().forEach(name -> pulse.statuses().put("plan", name, name));
    assertThat(pulse.statuses().list("plan").map(StatusDocument::name)).isEqualTo(names);
    assertThat(pulse.statuses().list("nothing")).isEmpty();
  }

  @Test
  void aDocumentThatCannotBeKeptIsRefused() {
    assertThatThrownBy(() -> pulse.statuses().put("No", "x", 1))
        .isInstanceOf(PulseException.class)
        .hasMessageContaining("kind is")
        .extracting(e -> ((PulseException) e).code())
        .isEqualTo(PulseException.Code.INVALID);
    assertThatThrownBy(() -> pulse.statuses().put("plan", "x", "x".repeat(300_000)))
        .hasMessageContaining("larger than the 262144 bytes allowed");
  }
}
