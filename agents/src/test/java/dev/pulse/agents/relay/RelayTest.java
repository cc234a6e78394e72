package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The relay at work on real files, a real server and real shells. */
class RelayTest {
  private static EmbeddedPulse pulse;

  @TempDir Path folder;
  private RelayHome home;

  @BeforeAll
  static void startServer() {
    pulse = EmbeddedPulse.start();
    ShellAgents.start(pulse.client());
  }

  @AfterAll
  static void stopServer() {
    pulse.close();
  }

  @BeforeEach
  void startRelay() throws Exception {
    home = new RelayHome(folder, pulse.client());
  }

  @AfterEach
  void stopRelay() {
    home.close();
  }

  /** The document's own story: five steps that need each other, and a pool with room for all. */
  @Test
  void fiveDependentComponentsRunStrictlyInOrder() throws Exception {
    String[] steps = {"scaffold", "schema", "stubs", "frontend", "tests"};
    var text = new StringBuilder("# Bootstrap\n\n**Scheduler:** pulsar-relay\n\n");
    for (int at = 0; at < steps.length; at++) {
      String needs = at == 0 ? "" : "test -f out/%s || exit 9\n".formatted(steps[at - 1]);
      text.append(
          """
          ### Component %d: Make the %2$s
          **Status:** PENDING
          **Agent:** shell
          **Label:** local
          **Deliverable:** out/%2$s

          %3$secho begin %2$s >>log
          mkdir -p out && echo %2$s >out/%2$s
          echo end %2$s >>log
          echo made the %2$s

          """
              .formatted(at + 1, steps[at], needs));
    }
    home.activate("bootstrap", text.toString());
    String story = home.awaitCompleted("bootstrap");
    assertThat(Files.readAllLines(home.home.resolve("log")))
        .containsExactly(
            "begin scaffold",
            "end scaffold",
            "begin schema",
            "end schema",
            "begin stubs",
            "end stubs",
            "begin frontend",
            "end frontend",
            "begin tests",
            "end tests");
    for (int at = 0; at < steps.length; at++) {
      assertThat(story)
          .contains(
              "**Status:** COMPLETED\n**Result:** out/%1$s: made the %1$s\n**Attempt:** 1"
                  .formatted(steps[at]));
    }
    assertThat(
            story
                .lines()
                .filter(line -> !line.matches("\\*\\*(Status|Result|Attempt|Activated).*")))
        .as("nothing else was touched")
        .containsExactlyElementsOf(
            text.toString().lines().filter(line -> !line.startsWith("**Status")).toList());
    assertThat(RelayHome.in(home.folders.active())).isEmpty();
    Path file = home.completed().getFirst();
    assertThat(file.getParent().getFileName().toString()).isEqualTo(LocalDate.now().toString());
    assertThat(file.getFileName().toString()).matches("bootstrap_\\d{8}-\\d{6}\\.md");
    assertThat(pulse.client().jobs(JobFilter.all().topic("agents")).limit(5))
        .as("D3: a plan's work counts against its agent's limits")
        .allSatisfy(
            job -> assertThat(job.limits()).containsExactly("of-shell", "scheduler.max_agents"));
  }

  @Test
  void aFailureIsWrittenDownAndEndsThePlan() throws Exception {
    home.activate("broken", plan("echo no luck; exit 3", "touch never"));
    String story = home.awaitFailed("broken");
    assertThat(story).contains("**Status:** FAILED\n**Result:** exit 3: no luck");
    assertThat(story).contains("### Component 2: Step 2\n**Status:** PENDING");
    assertThat(home.home.resolve("never")).doesNotExist();
  }

  @Test
  void laterComponentsRunPastAFailureIfThePlanSaysSo() throws Exception {
    home.activate(
        "goes-on",
        plan("exit 3", "touch later").replace("\n\n###", "\n**On-Failure:** continue\n\n###"));
    assertThat(home.awaitCompleted("goes-on")).contains("FAILED", "COMPLETED");
    assertThat(home.home.resolve("later")).exists();
  }

  @Test
  void successWithoutTheDeliverableIsAFailure() throws Exception {
    home.activate("empty", plan("true").replace("shell\n", "shell\n**Deliverable:** proof.txt\n"));
    assertThat(home.awaitFailed("empty"))
        .contains("**Result:** the job succeeded, but its deliverable proof.txt does not exist");
  }

  @Test
  void aGateWaitsForAPersonAndOneApprovedAheadIsPassed() throws Exception {
    String gate = "### Component %d: Look\n**Status:** %s\n**Agent:** HUMAN\n\nLook.\n\n";
    home.activate(
        "gated",
        plan("touch one")
            + gate.formatted(2, "COMPLETED")
            + gate.formatted(3, "PENDING")
            + Samples.component(4, "PENDING", "shell").replace("Do step 4.", "touch four"));
    await().atMost(RelayHome.SOON).until(() -> stands("gated").contains("3 waits for a person"));
    assertThat(home.home.resolve("four")).doesNotExist();
    var handle =
        pulse
            .client()
            .submit("plan.approve", Map.of("plan", "gated", "by", "ann"), o -> o.topic("relay"));
    assertThat(handle.await(RelayHome.SOON).status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(home.awaitCompleted("gated")).contains("**Result:** approved by ann");
    assertThat(home.home.resolve("four")).exists();
  }

  @Test
  void aComponentGoesOnWithTheSessionOfAnotherIfItSaysSo() throws Exception {
    String plan = plan("echo $PULSE_JOB_ID >one", "echo $SESSION >two", "echo $SESSION >three");
    home.activate("talk", plan.replace("2: Step 2\n", "2: Step 2\n**Session:** 1\n"));
    home.awaitCompleted("talk");
    assertThat(home.home.resolve("two")).hasSameTextualContentAs(home.home.resolve("one"));
    assertThat(home.home.resolve("three")).hasContent("\n");
  }

  @Test
  void peopleAreToldOfGatesFailuresAndEnds() throws Exception {
    Files.writeString(
        home.home.resolve("relay.json"),
        "{\"notify\": \"echo $PULSE_EVENT $PULSE_PLAN $PULSE_COMPONENT >>told\"}"
            .replace("told", home.home.resolve("told").toString()));
    home.activate(
        "one", plan("true") + "### Component 2: Look\n**Status:** PENDING\n**Agent:** HUMAN\n");
    awaitTold("gate one 2");
    Plans.in(home.home, "shell"::equals).approve("one", null, "me");
    awaitTold("finished one");
    home.activate("two", plan("false"));
    awaitTold("failed two 1");
  }

  @Test
  void aComponentSetBackToPendingRunsAgain() throws Exception {
    home.activate("again", plan("echo 1 >>runs", "test -f go || exit 1"));
    home.awaitFailed("again");
    assertThat(Files.readAllLines(home.home.resolve("runs"))).hasSize(1);
    Files.writeString(home.home.resolve("go"), "");
    Path failed = home.folders.failed().resolve("again.md");
    Files.writeString(
        failed,
        Files.readString(failed)
            .replace("**Status:** FAILED", "**Status:** PENDING")
            .replace("**Status:** COMPLETED", "**Status:** PENDING"));
    Plans.in(home.home, "shell"::equals).activate("again");
    String story = home.awaitCompleted("again");
    assertThat(Files.readAllLines(home.home.resolve("runs"))).hasSize(2);
    assertThat(story).containsPattern("(?s)Attempt:\\*\\* 2.*Attempt:\\*\\* 2");
  }

  @Test
  void pendingOverARunningComponentCancelsItAndRunsItAgain() throws Exception {
    home.activate("edited", plan("echo $$ >>started; test -f quick || exec sleep 60"));
    awaitLines("started", 1);
    Files.writeString(home.home.resolve("quick"), "");
    home.edit("edited", "IN_PROGRESS", "PENDING");
    assertThat(home.awaitCompleted("edited")).contains("**Attempt:** 2");
    assertGone(Files.readAllLines(home.home.resolve("started")).getFirst());
  }

  @Test
  void completedOverARunningComponentAcceptsItAndStopsIt() throws Exception {
    home.activate("accepted", plan("echo $$ >>started; exec sleep 60", "touch next"));
    awaitLines("started", 1);
    home.edit("accepted", "IN_PROGRESS", "COMPLETED");
    home.awaitCompleted("accepted");
    assertThat(home.home.resolve("next")).exists();
    assertGone(Files.readAllLines(home.home.resolve("started")).getFirst());
  }

  @Test
  void aPlanMovedAwayIsCancelledAndMovedBackItResumes() throws Exception {
    home.activate("moved", plan("echo $$ >>started; test -f quick || exec sleep 60", "touch next"));
    awaitLines("started", 1);
    Path away = home.folders.drafts().resolve("moved.md");
    Files.move(home.active("moved"), away);
    assertGone(Files.readAllLines(home.home.resolve("started")).getFirst());
    Files.writeString(home.home.resolve("quick"), "");
    Files.move(away, home.active("moved"));
    home.awaitCompleted("moved");
    awaitLines("started", 2);
    assertThat(home.home.resolve("next")).exists();
  }

  /** As vim saves: the file is moved aside and written anew. */
  @Test
  void aFileThatIsMissingForAMomentIsNotMovedAway() throws Exception {
    home.activate("aside", plan("echo 1 >>runs; while ! test -f go; do sleep 0.05; done"));
    awaitLines("runs", 1);
    String text = home.awaitActive("aside", it -> it.contains("IN_PROGRESS"));
    for (int save = 0; save < 5; save++) {
      Files.move(home.active("aside"), home.home.resolve("aside.md~" + save));
      await().atMost(RelayHome.SOON).pollDelay(Duration.ofMillis(100)).until(() -> true);
      Files.writeString(home.active("aside"), text);
    }
    Files.writeString(home.home.resolve("go"), "");
    assertThat(home.awaitCompleted("aside")).contains("**Attempt:** 1");
    assertThat(Files.readAllLines(home.home.resolve("runs"))).hasSize(1);
  }

  @Test
  void whatWasMovedAwayOrAcceptedWhileNobodyLookedIsStoppedAtTheNextStart() throws Exception {
    home.activate("away", plan("echo $$ >>started; exec sleep 60"));
    home.activate("taken", plan("echo $$ >>started; exec sleep 60"));
    awaitLines("started", 2);
    home.stop();
    Files.move(home.active("away"), home.folders.drafts().resolve("away.md"));
    home.edit("taken", "IN_PROGRESS", "COMPLETED");
    home.start();
    for (String pid : Files.readAllLines(home.home.resolve("started"))) {
      assertGone(pid);
    }
  }

  @Test
  void aRestartFindsTheJobThatRuns() throws Exception {
    home.activate("kept", plan("echo 1 >>runs; while ! test -f go; do sleep 0.05; done"));
    awaitLines("runs", 1);
    home.stop();
    Files.writeString(home.home.resolve("go"), "");
    home.start();
    assertThat(home.awaitCompleted("kept")).contains("**Attempt:** 1");
    assertThat(Files.readAllLines(home.home.resolve("runs"))).hasSize(1);
  }

  @Test
  void aComponentMayActivateAnotherPlan() throws Exception {
    Files.writeString(home.folders.drafts().resolve("second.md"), plan("touch chained"));
    home.activate("first", plan("mv plans/drafts/second.md plans/active/second.md"));
    home.awaitCompleted("first");
    home.awaitCompleted("second");
    assertThat(home.home.resolve("chained")).exists();
  }

  @Test
  void aMalformedPlanSaysWhyAndRunsWhenItIsMended() throws Exception {
    home.activate("typo", plan("touch mended").replace("Component 1", "Component 2"));
    await().atMost(RelayHome.SOON).until(() -> stands("typo").contains("line 5: the number"));
    assertThat(Files.readString(home.active("typo"))).doesNotContain("Activated");
    home.edit("typo", "Component 2", "Component 1");
    home.awaitCompleted("typo");
  }

  @Test
  void whatIsNoPlanOfOursIsLeftAlone() throws Exception {
    String text = plan("touch wrong").replace("pulsar-relay", "somebody-else");
    home.activate("other", text);
    home.activate("ours", plan("true"));
    home.awaitCompleted("ours");
    assertThat(home.active("other")).hasContent(text);
  }

  @Test
  void linksFoldersAndOtherOddThingsStopNothing() throws Exception {
    Path outside = Files.writeString(folder.resolve("outside.md"), plan("touch wrong"));
    Files.createSymbolicLink(home.active("link"), outside);
    Files.createSymbolicLink(home.active("dangling"), folder.resolve("nowhere"));
    Files.createDirectory(home.active("folder"));
    home.activate("fine", plan("touch right"));
    home.awaitCompleted("fine");
    await().atMost(RelayHome.SOON).until(() -> stands("link").contains("symbolic link"));
    assertThat(stands("folder")).contains("no file");
    assertThat(home.home.resolve("wrong")).doesNotExist();
    assertThat(outside).hasContent(plan("touch wrong"));
  }

  @Test
  void aJobThatTheServerRefusesIsRolledBackByteForByte() throws Exception {
    String text = plan("\u0001".repeat(400_000));
    home.activate("large", text);
    await().atMost(RelayHome.SOON).until(() -> stands("large").contains("was not accepted"));
    assertThat(Files.readString(home.active("large"))).isEqualTo(text);
  }

  @Test
  void noPlanEverReplacesAnother() throws Exception {
    for (int each = 1; each <= 3; each++) {
      home.activate("same", plan("exit " + each));
      await().atMost(RelayHome.SOON).until(() -> !Files.exists(home.active("same")));
    }
    List<Path> failed = RelayHome.in(home.folders.failed());
    assertThat(failed).hasSize(3);
    assertThat(Files.readString(home.folders.failed().resolve("same.md"))).contains("exit 1");
  }

  @Test
  void theSameDraftCanBeRunAgain() throws Exception {
    for (int each = 1; each <= 2; each++) {
      int runs = each;
      home.activate("weekly", plan("echo 1 >>runs"));
      await().atMost(RelayHome.SOON).until(() -> home.completed().size() == runs);
    }
    assertThat(Files.readAllLines(home.home.resolve("runs"))).hasSize(2);
  }

  /** It reads, adds a line and writes in place, twenty times a second; so do many editors. */
  @Test
  void anEditorThatSavesEveryFiftyMillisecondsLosesNothing() throws Exception {
    String gate =
        "### Component 7: Look\n**Status:** PENDING\n**Agent:** HUMAN\n\nLook.\n\n## Notes\n";
    String[] scripts =
        IntStream.rangeClosed(1, 6).mapToObj("touch done-%d"::formatted).toArray(String[]::new);
    home.activate("edited", plan(scripts) + gate);
    var saves = new AtomicInteger();
    try (var editor = Executors.newSingleThreadScheduledExecutor()) {
      var saving =
          editor.scheduleAtFixedRate(
              () -> save(home.active("edited"), saves.incrementAndGet()),
              0,
              50,
              TimeUnit.MILLISECONDS);
      await()
          .atMost(RelayHome.SOON)
          .until(() -> stands("edited").contains("7 waits for a person") && saves.get() > 5);
      assertThat(saving.isDone()).as("the editor never failed").isFalse();
      editor.shutdown();
    }
    Plans.in(home.home, "shell"::equals).approve("edited", 7, "me");
    String story = home.awaitCompleted("edited");
    for (int save = 1; save <= saves.get(); save++) {
      assertThat(story).contains("\nsave %d of somebody\n".formatted(save));
    }
    assertThat(home.home.resolve("done-6")).exists();
  }

  private static void save(Path file, int number) {
    try {
      Files.writeString(file, Files.readString(file) + "save %d of somebody\n".formatted(number));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aHomeHasOneRelay() {
    assertThatThrownBy(() -> new RelayHome(folder, pulse.client()))
        .isInstanceOf(PlanRefused.class)
        .hasMessageContaining("another relay");
  }

  private String stands(String plan) {
    return String.valueOf(home.board.getOrDefault(plan, Map.of()).get("stands"));
  }

  private void awaitTold(String words) {
    await()
        .atMost(RelayHome.SOON)
        .until(() -> String.valueOf(RelayHome.read(home.home.resolve("told"))).contains(words));
  }

  private void awaitLines(String file, int lines) {
    await()
        .atMost(RelayHome.SOON)
        .until(
            () -> {
              String text = RelayHome.read(home.home.resolve(file));
              return text != null && text.lines().count() >= lines;
            });
  }

  private static void assertGone(String pid) {
    await()
        .atMost(RelayHome.SOON)
        .until(
            () -> ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isEmpty());
    await()
        .atMost(RelayHome.SOON)
        .until(
            () ->
                pulse
                    .client()
                    .jobs(JobFilter.all().topic("agents").status(JobStatus.RUNNING))
                    .noneMatch(job -> job.args().text().contains("exec sleep 60")));
  }

  private static String plan(String... scripts) {
    var text = new StringBuilder("# Test\n\n**Scheduler:** pulsar-relay\n\n");
    for (int at = 0; at < scripts.length; at++) {
      text.append(
          Samples.component(at + 1, "PENDING", "shell")
              .replace("Do step %d.".formatted(at + 1), scripts[at]));
    }
    return text.toString();
  }
}
