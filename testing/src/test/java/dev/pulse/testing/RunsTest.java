package dev.pulse.testing;

import static dev.pulse.Outcome.done;
import static dev.pulse.Outcome.fail;
import static dev.pulse.Outcome.retryAfter;
import static dev.pulse.Outcome.suspend;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobRequest;
import dev.pulse.Json;
import dev.pulse.Memory;
import dev.pulse.NewRun;
import dev.pulse.NodeContext;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Run;
import dev.pulse.RunEvent;
import dev.pulse.RunExplanation;
import dev.pulse.RunFilter;
import dev.pulse.RunStatus;
import dev.pulse.RunType;
import dev.pulse.Runs;
import dev.pulse.Signal;
import dev.pulse.Stage;
import dev.pulse.Wait;
import dev.pulse.Worker;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs by the SDK alone, against a real server (N1 to N11). */
class RunsTest {
  private static final Signal<Decision> APPROVE = Signal.of("approve", Decision.class);
  private static final Memory.Key<Integer> COUNT = Memory.Key.of("count", Integer.class);
  private static final Duration SOON = Duration.ofMinutes(1);

  private static EmbeddedPulse server;
  private static Pulse pulse;

  /** What the runs are about. */
  record Ticket(String title) {}

  /** What somebody decides. */
  record Decision(boolean ok, long by) {}

  private final BlockingQueue<Wait> mails = new LinkedBlockingQueue<>();
  private final AtomicInteger drafts = new AtomicInteger();

  @BeforeAll
  static void start() {
    server = EmbeddedPulse.start();
    pulse = server.client();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private RunType<Ticket> triage(String name, Duration patience) {
    return triage(name, () -> patience);
  }

  private RunType<Ticket> triage(String name, Supplier<Duration> patience) {
    return RunType.of(name, Ticket.class)
        .stage("draft", this::draft)
        .stage("review", stage -> review(stage, patience))
        .stage("publish", this::publish)
        .build();
  }

  private Outcome draft(Stage<Ticket> stage) {
    drafts.incrementAndGet();
    return done("about " + stage.input().title());
  }

  private Outcome review(Stage<Ticket> stage, Supplier<Duration> patience) {
    return stage
        .signal(APPROVE)
        .<Outcome>fold(
            notYet -> {
              Wait wait =
                  stage.arm(APPROVE, patience.get(), "Publish " + stage.input().title() + "?");
              mail(stage, wait);
              return suspend(APPROVE);
            },
            delivered -> delivered.payload().ok() ? done(delivered.payload()) : fail("rejected"),
            expired -> retryAfter(Duration.ZERO, "no answer"));
  }

  private void mail(Stage<Ticket> stage, Wait wait) {
    try {
      stage.once("mail " + wait.id(), () -> mails.add(wait));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Outcome publish(Stage<Ticket> stage) {
    Decision decision = stage.result("review", Decision.class).orElseThrow();
    return done(stage.input().title() + " by " + decision.by());
  }

  @Test
  void aRunGoesThroughItsStagesAndWaitsForAPersonInBetween() throws Exception {
    RunType<Ticket> triage = triage("triage", Duration.ofDays(3));
    try (Worker worker = pulse.worker().run(triage).start()) {
      UUID id = pulse.runs().start(triage, new Ticket("fire"));
      Wait mail = mails.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(mail.question()).isEqualTo("Publish fire?");
      await().atMost(SOON).until(() -> pulse.runs().get(id).status() == RunStatus.WAITING);
      await().alias("a waiting run holds no slot").atMost(SOON).until(() -> worker.running() == 0);
      assertThat(pulse.runs().waits(RunFilter.all().status("pending")).items())
          .extracting(Wait::id)
          .contains(mail.id());
      assertThat(pulse.runs().explain(id).reasons())
          .extracting(RunExplanation.Reason::code)
          .contains("waiting_for_signal", "dependency");

      Json first = pulse.runs().signal(id, "approve", new Decision(true, 9007199254740993L));
      Json again = pulse.runs().signal(id, "approve", new Decision(false, 0));
      assertThat(again).as("to the byte").isEqualTo(first);
      Run run = pulse.runs().await(id, SOON);
      assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(run.node("publish").result()).isEqualTo(Json.of("\"fire by 9007199254740993\""));
      assertThat(drafts).hasValue(1);
      assertThat(mails).as("once is once").isEmpty();
      List<RunEvent> events = pulse.runs().events(id, 0);
      assertThat(events.get(events.size() - 1).type()).isEqualTo("run.completed");
      assertThat(events).hasSize(run.events());
    }
  }

  @Test
  void whoeverHoldsTheLinkMayAnswerOnce() throws Exception {
    RunType<Ticket> triage = triage("linked", Duration.ofDays(3));
    try (Worker worker = pulse.worker().run(triage).start();
        HttpClient client = HttpClient.newHttpClient()) {
      UUID id = pulse.runs().start(triage, new Ticket("link"));
      Wait mail = mails.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      var link = URI.create(mail.url());
      var page = client.send(HttpRequest.newBuilder(link).build(), BodyHandlers.ofString());
      assertThat(page.body()).contains("Publish link?");
      var answer =
          HttpRequest.newBuilder(link)
              .POST(BodyPublishers.ofString("payload=%7B%22ok%22%3Atrue%2C%22by%22%3A7%7D"))
              .build();
      assertThat(client.send(answer, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThat(client.send(answer, BodyHandlers.ofString()).statusCode()).isEqualTo(410);
      Run run = pulse.runs().await(id, SOON);
      assertThat(run.node("publish").result()).isEqualTo(Json.of("\"link by 7\""));
      assertThat(run.waits().get(0).receipt().via()).isEqualTo("link");
      await().atMost(SOON).until(() -> worker.running() == 0);
    }
  }

  @Test
  void aStageIsToldThatNobodyAnsweredAndMayAskAgain() throws Exception {
    var asked = new AtomicInteger();
    RunType<Ticket> triage =
        triage(
            "impatient", () -> Duration.ofMillis(asked.getAndIncrement() == 0 ? 300 : 3_600_000));
    try (Worker worker = pulse.worker().run(triage).start()) {
      UUID id = pulse.runs().start(triage, new Ticket("late"));
      Wait first = mails.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      Wait second = mails.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(second.id()).isNotEqualTo(first.id());
      pulse.runs().cancel(id);
      assertThat(pulse.runs().await(id, SOON).status()).isEqualTo(RunStatus.CANCELED);
      assertThatThrownBy(
              () -> pulse.runs().signal(id, new Runs.Delivery("approve", null, first.id(), null)))
          .isInstanceOfSatisfying(
              PulseException.class,
              e -> {
                assertThat(e.code()).isEqualTo(PulseException.Code.CONFLICT);
                assertThat(e).hasMessageContaining("signal_expired");
              });
      assertThat(worker.name()).isNotEmpty();
    }
  }

  @Test
  void branchesThatWriteTheSameMemoryDoNotLoseAnything() {
    RunType<Ticket> counting =
        RunType.of("counting", Ticket.class)
            .stage("begin", stage -> done())
            .stage("left", RunsTest::count, "begin")
            .stage("right", RunsTest::count, "begin")
            .stage("sum", stage -> done(stage.shared().get(COUNT).orElse(0)), "left", "right")
            .build();
    try (Worker worker = pulse.worker().run(counting).start()) {
      UUID id = pulse.runs().start(counting, new Ticket("x"));
      Run run = pulse.runs().await(id, SOON);
      assertThat(run.node("sum").result()).isEqualTo(Json.of("2"));
      assertThat(worker.name()).isNotEmpty();
    }
  }

  private static Outcome count(Stage<Ticket> stage) {
    stage.shared().put(COUNT, stage.shared().get(COUNT).orElse(0) + 1);
    return done();
  }

  @Test
  void aFailedRunIsRetriedAndRemembers() {
    var tries = new AtomicInteger();
    RunType<Ticket> flaky =
        RunType.of("flaky", Ticket.class)
            .stage("first", stage -> done(1))
            .stage(
                "second",
                options -> options.maxAttempts(1),
                stage -> {
                  stage.once("once", tries::incrementAndGet);
                  int seen = stage.memory().get(COUNT).orElse(0);
                  stage.memory().put(COUNT, seen + 1);
                  return seen == 0 ? fail("not yet") : done(seen);
                })
            .build();
    try (Worker worker = pulse.worker().run(flaky).start()) {
      UUID id = pulse.runs().start(flaky, new Ticket("x"));
      Run failed = pulse.runs().await(id, SOON);
      assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
      assertThat(failed.node("second").error()).isEqualTo("not yet");
      assertThat(pulse.runs().retry(id).status()).isEqualTo(RunStatus.RUNNING);
      await().atMost(SOON).until(() -> pulse.runs().get(id).status() == RunStatus.COMPLETED);
      assertThat(tries).hasValue(1);
      assertThat(worker.name()).isNotEmpty();
    }
  }

  @Test
  void aPlainHandlerMayBeANodeAndSuspendToo() {
    NewRun run =
        NewRun.of("plain")
            .chain()
            .job("ask", JobRequest.of("plain.ask"))
            .await("gate", "go", Duration.ofHours(1))
            .job("end", JobRequest.of("plain.end"));
    Signal<Json> answer = Signal.of("answer", Json.class);
    try (Worker worker =
        pulse
            .worker()
            .handle(
                "plain.ask",
                job -> {
                  NodeContext node = job.node().orElseThrow();
                  NodeContext.Answer got = node.signals().get("answer");
                  return got == null ? suspend(answer) : done(got.payload());
                })
            .handle("plain.end", job -> done(job.node().orElseThrow().results().get("gate")))
            .start()) {
      UUID id = pulse.runs().start(run);
      await().atMost(SOON).until(() -> pulse.runs().get(id).status() == RunStatus.WAITING);
      pulse.runs().signal(id, "answer", Json.of("{\"x\": 1.50}"));
      await()
          .atMost(SOON)
          .until(() -> pulse.runs().get(id).node("gate").status().equals("waiting"));
      assertThat(pulse.runs().get(id).node("ask").result()).isEqualTo(Json.of("{\"x\": 1.50}"));
      pulse.runs().signal(id, "go", Json.of("[9007199254740993]"));
      assertThat(pulse.runs().await(id, SOON).node("end").result())
          .isEqualTo(Json.of("[9007199254740993]"));
      assertThat(worker.name()).isNotEmpty();
    }
  }

  @Test
  void runsAreListedAndUnknownOnesAreNotFound() {
    NewRun run = NewRun.of("listed").id(UUID.randomUUID()).await("w", "s");
    UUID id = pulse.runs().start(run);
    assertThat(pulse.runs().start(run)).as("the same again").isEqualTo(id);
    Runs.Page<Run> page = pulse.runs().list(RunFilter.all().name("listed").pageSize(1));
    assertThat(page.items()).extracting(Run::id).containsExactly(id);
    assertThat(pulse.runs().list(RunFilter.all().status("waiting").name("listed")).items())
        .hasSize(1);
    Json none = pulse.runs().signal(id, "s");
    assertThat(none.text()).doesNotContain("payload");
    assertThatThrownBy(() -> pulse.runs().get(UUID.randomUUID()))
        .isInstanceOfSatisfying(
            PulseException.class,
            e -> assertThat(e.code()).isEqualTo(PulseException.Code.NOT_FOUND));
  }
}
