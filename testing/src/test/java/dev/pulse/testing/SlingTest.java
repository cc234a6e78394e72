package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.Cycle;
import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.NewTask;
import dev.pulse.Outcome;
import dev.pulse.Project;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Sling;
import dev.pulse.SlingOrder;
import dev.pulse.Slung;
import dev.pulse.TaskFilter;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks and slings through the SDK, on a whole server (G1 to G9). */
class SlingTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static EmbeddedPulse embedded;
  private static Pulse pulse;

  @BeforeAll
  static void start() {
    embedded = EmbeddedPulse.start();
    pulse = embedded.client();
    pulse.statuses().put("agent", "coder", Map.of("limits", List.of("claude")));
    pulse.tasks().addProject(Project.of("gastown", "gt", "/repos/gastown").agent("coder"));
  }

  @AfterAll
  static void stop() {
    embedded.close();
  }

  @BeforeEach
  void direct() {
    pulse.config().set("scheduler.max_agents", "-1");
  }

  @AfterEach
  void clear() {
    pulse.scheduler().resume();
    pulse.scheduler().clear();
  }

  private static String task(String title, String... dependsOn) {
    return pulse.tasks().add(NewTask.of("gastown", title).dependsOn(dependsOn)).id();
  }

  private static Slung sling(String task) {
    return pulse.scheduler().sling(SlingOrder.of(task)).get(0);
  }

  private static Worker agents() {
    return pulse
        .worker()
        .topic("agents")
        .concurrency(10)
        .handle("agent", job -> Outcome.done(Map.of("outcome", "DONE")))
        .start();
  }

  private static void awaitClosed(String task) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> pulse.tasks().find(task).orElseThrow().status().equals("closed"));
  }

  @Test
  void directModeDispatchesAtOnceAndTheEndOfTheWorkClosesTheTask() {
    String task = task("Fix the door");
    Slung slung = sling(task);
    assertThat(slung.result()).isEqualTo("dispatched");
    Job job = pulse.job(slung.jobId());
    assertThat(job.name()).isEqualTo("agent");
    assertThat(job.limits()).containsExactly("claude", "scheduler.max_agents");
    assertThat(job.args().text())
        .contains(
            "\"agent\":\"coder\"", "\"repository\":\"/repos/gastown\"", "\"merge\":\"direct\"")
        .contains("\"branch\":\"pulse/" + task + "-");
    assertThat(pulse.tasks().find(task).orElseThrow().status()).isEqualTo("in_progress");
    assertThatThrownBy(() -> sling(task))
        .isInstanceOfSatisfying(
            PulseException.class, e -> assertThat(e.code()).isEqualTo(PulseException.Code.CONFLICT))
        .hasMessageContaining("in progress");
    try (var _ = agents()) {
      awaitClosed(task);
    }
    Sling sling = pulse.scheduler().history(task).findFirst().orElseThrow();
    assertThat(sling.state()).isEqualTo("dispatched");
    assertThat(sling.outcome()).isEqualTo("completed");
    assertThat(pulse.tasks().findConvoy(sling.convoy()).orElseThrow().done()).isTrue();
  }

  @Test
  void theSameCallDefersWhenThereIsABoundAndSwitchingLiveWorks() {
    pulse.config().set("scheduler.max_agents", "2");
    // The runner of another test may not be gone yet.
    await().atMost(SOON).until(() -> "no_runner".equals(pulse.scheduler().dryRun().reason()));
    String task = task("Paint the wall");
    assertThat(sling(task).result()).isEqualTo("scheduled");
    assertThat(sling(task).result()).isEqualTo("existing");
    assertThat(pulse.scheduler().run().reason()).isEqualTo("no_runner");
    assertThat(pulse.scheduler().list().map(Sling::task)).containsExactly(task);
    pulse.config().set("scheduler.max_agents", "-1");
    await().atMost(SOON).until(() -> pulse.scheduler().list().findAny().isEmpty());
    try (var _ = agents()) {
      awaitClosed(task);
    }
  }

  @Test
  void aDiamondIsDoneInOrderAndACircleIsRefused() {
    pulse.config().set("scheduler.max_agents", "4");
    String top = task("top");
    String left = task("left", top);
    String right = task("right", top);
    String bottom = task("bottom", left, right);
    assertThatThrownBy(() -> pulse.tasks().depend(top, bottom))
        .hasMessageContaining("already, directly or through others");
    List<Slung> slung = pulse.scheduler().sling(SlingOrder.of(bottom, right, left, top));
    assertThat(slung)
        .extracting(Slung::result)
        .containsExactly("blocked", "blocked", "blocked", "scheduled");
    assertThat(pulse.tasks().explain(bottom).reasons().get(0).code()).isEqualTo("dependency");
    assertThat(pulse.scheduler().list().filter(s -> s.task().equals(bottom)).findFirst())
        .hasValueSatisfying(s -> assertThat(s.blockedBy()).containsExactlyInAnyOrder(left, right));
    try (var _ = agents()) {
      awaitClosed(bottom);
    }
    Map<String, Sling> done =
        pulse
            .scheduler()
            .history()
            .filter(s -> List.of(top, left, right, bottom).contains(s.task()))
            .collect(java.util.stream.Collectors.toMap(Sling::task, s -> s));
    for (String middle : List.of(left, right)) {
      assertThat(done.get(middle).closedAt()).isAfterOrEqualTo(done.get(top).endedAt());
      assertThat(done.get(bottom).closedAt()).isAfterOrEqualTo(done.get(middle).endedAt());
    }
  }

  @Test
  void fiftyAtOnceMakeOneOpenSling() throws Exception {
    pulse.config().set("scheduler.max_agents", "1");
    pulse.scheduler().pause("to look at the queue");
    String task = task("Once");
    Callable<Slung> call = () -> sling(task);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<String> results =
          threads.invokeAll(IntStream.range(0, 50).mapToObj(n -> call).toList()).stream()
              .map(future -> future.resultNow().result())
              .toList();
      assertThat(results).filteredOn("scheduled"::equals).hasSize(1);
      assertThat(results).filteredOn("existing"::equals).hasSize(49);
    }
    assertThat(pulse.scheduler().history(task)).hasSize(1);
  }

  @Test
  void aPausedSchedulerSaysSoAndWhatIsScheduledCanBeCleared() {
    pulse.config().set("scheduler.max_agents", "3");
    pulse.scheduler().pause("while the tasks are made");
    for (int each = 0; each < 5; each++) {
      sling(task("task " + each));
    }
    assertThat(pulse.scheduler().dryRun().reason()).isEqualTo("paused");
    assertThat(pulse.scheduler().clear()).isEqualTo(5);
    assertThat(pulse.scheduler().resume().paused()).isNull();
    Cycle empty = pulse.scheduler().dryRun();
    assertThat(empty.steps()).isEmpty();
  }

  @Test
  void aFailedJobLeavesTheTaskOpenWithItsReason() {
    String task = task("Break");
    try (Worker _ =
        pulse
            .worker()
            .topic("agents")
            .handle("agent", job -> Outcome.failForGood("merge conflict in Door.java"))
            .start()) {
      Slung slung = sling(task);
      await()
          .atMost(SOON)
          .until(() -> pulse.job(slung.jobId()).status() == JobStatus.DEAD_LETTERED);
    }
    assertThat(pulse.tasks().find(task))
        .hasValueSatisfying(
            found -> {
              assertThat(found.status()).isEqualTo("open");
              assertThat(found.lastFailure()).contains("merge conflict in Door.java");
            });
    assertThat(pulse.tasks().explain(task).reasons().get(0).code()).isEqualTo("work_failed");
    assertThat(sling(task).result()).isEqualTo("dispatched");
    pulse.tasks().close(task, "enough");
  }

  @Test
  void tasksGoOutAndComeInAsJsonLines() {
    String beads =
        """
        {"id":"gt-bead1","title":"From beads","status":"open","priority":1,"issue_type":"bug","labels":["old"]}
        {"id":"gt-bead2","title":"Needs it","issue_type":"task","dependencies":\
        [{"issue_id":"gt-bead2","depends_on_id":"gt-bead1","type":"blocks"}]}
        {"id":"gt-bead3","title":"gone","status":"tombstone"}
        """;
    var first = pulse.tasks().importLines(beads);
    assertThat(first.added()).isEqualTo(2);
    assertThat(pulse.tasks().importLines(beads).unchanged()).isEqualTo(2);
    assertThat(pulse.tasks().find("gt-bead2").orElseThrow().blockedBy())
        .containsExactly("gt-bead1");
    assertThat(pulse.tasks().find("gt-bead1").orElseThrow().labels())
        .containsExactly("bug", "old", "priority:1");
    List<String> lines = pulse.tasks().exportLines("gastown").toList();
    assertThat(pulse.tasks().importLines(String.join("\n", lines)).unchanged())
        .isEqualTo(lines.size());
    assertThat(pulse.tasks().list(TaskFilter.unfinished().onlyReady()))
        .extracting(dev.pulse.Task::id)
        .contains("gt-bead1")
        .doesNotContain("gt-bead2");
  }
}
