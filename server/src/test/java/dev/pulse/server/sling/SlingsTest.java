package dev.pulse.server.sling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Slinging and dispatching, step by step on real Postgres (G1 to G9). */
class SlingsTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final Town town = new Town();

  private static SlingOrder order(String project, String formula, String text, String agent) {
    return new SlingOrder(
        List.of("gt-a"),
        project,
        false,
        formula == null ? null : new SlingOrder.FormulaFile(formula, text),
        null,
        Map.of(),
        null,
        null,
        false,
        null,
        agent,
        false,
        null);
  }

  private static void refused(SlingOrder order, String message) {
    assertThatThrownBy(() -> town.slings().sling(order, "ann"))
        .isInstanceOf(SlingRefused.class)
        .hasMessage(message);
  }

  @Test
  void everyCheckSpeaksInItsTurnAndNothingIsWritten() {
    town.set("max_agents", 2);
    String needy = "---\nvars:\n  x:\n---\n{{x}}";
    refused(order("nowhere", "f", null, "nobody"), "there is no task gt-a");
    town.task("gt-a");
    refused(order("nowhere", "f", null, "nobody"), "there is no project nowhere");
    refused(
        order("beads", "f", null, "nobody"),
        "task gt-a is not of project beads, whose tasks begin with bd-; --force slings it anyway");
    town.slings().edit("gt-a", new TaskChange(null, null, null, "in_progress", null));
    refused(
        order("gastown", "f", null, "nobody"),
        "task gt-a is in progress; --force slings it anyway");
    town.slings().edit("gt-a", new TaskChange(null, null, null, "open", null));
    refused(order("gastown", "f", null, "nobody"), "there is no formula f");
    refused(order("gastown", "f", needy, "nobody"), "formula f needs a value for x: --var x=…");
    refused(order(null, "f", "fine", "nobody"), "there is no agent nobody; known: coder");
    assertThat(town.number("SELECT count(*) FROM pulse.sling")).isZero();
    assertThat(town.number("SELECT count(*) FROM pulse.convoy")).isZero();
    assertThat(town.sling("gt-a").result()).isEqualTo(Slung.Result.SCHEDULED);
    assertThat(
            town.slings().sling(order("gastown", "f", null, "nobody"), "ann").getFirst().result())
        .as("an open sling is found before formula and agent are looked at")
        .isEqualTo(Slung.Result.EXISTING);
  }

  @Test
  void settingsAreCheckedAndUnknownOnesNameTheKnown() {
    assertThatThrownBy(() -> town.set("max_polecats", 5))
        .hasMessageContaining("there are scheduler.max_agents, scheduler.batch_size,");
    assertThatThrownBy(() -> town.set("batch_size", 0)).hasMessageContaining("between 1 and 1000");
    assertThatThrownBy(() -> town.set("spawn_delay", "soon")).hasMessageContaining("a duration");
    town.set("max_agents", 3);
    assertThat(town.text("SELECT max_running FROM pulse.limit_rule")).isEqualTo("3");
    town.set("max_agents", -1);
    assertThat(town.number("SELECT count(*) FROM pulse.limit_rule")).isZero();
  }

  @Test
  void aDispatchThatAlwaysFailsIsGivenUpAndTheTaskIsAsItWas() {
    town.set("max_agents", 5);
    town.knows("ghost", "{}");
    town.task("gt-a");
    town.task("gt-b");
    String row = "SELECT t::text || ctid || xmin FROM pulse.task t WHERE id = 'gt-a'";
    String before = town.text(row);
    town.slings().sling(order(null, null, null, "ghost"), "ann");
    town.forgets("ghost");
    town.sling("gt-b");
    Cycle first = town.slings().run();
    assertThat(first.steps()).extracting(Cycle.Step::task).containsExactly("gt-a", "gt-b");
    assertThat(first.steps().getFirst().failure()).isEqualTo("there is no agent ghost any more");
    assertThat(first.dispatched()).as("the other one is not kept").isEqualTo(1);
    town.slings().run();
    assertThat(town.slings().task("gt-a").slingState()).isEqualTo("scheduled");
    town.slings().run();
    Task broken = town.slings().task("gt-a");
    assertThat(broken.slingState()).isEqualTo("circuit-broken");
    assertThat(broken.lastFailure()).isEqualTo("there is no agent ghost any more");
    assertThat(town.text(row)).isEqualTo(before);
    assertThat(town.slings().explain("gt-a", town.jobs()::explain).reasons().getFirst().code())
        .isEqualTo("breaker_open");
  }

  @Test
  void aDryRunIsWhatTheRunDoes() {
    town.set("max_agents", 4);
    town.set("batch_size", 3);
    town.knows("ghost", "{}");
    for (String id : List.of("gt-a", "gt-b", "gt-c", "bd-a", "bd-b")) {
      town.task(id);
    }
    town.slings().sling(order(null, null, null, "ghost"), "ann");
    for (String id : List.of("gt-b", "gt-c", "bd-a", "bd-b")) {
      town.sling(id);
    }
    town.forgets("ghost");
    for (int round = 0; round < 3; round++) {
      Cycle dry = town.slings().dryRun();
      Cycle real = town.slings().run();
      assertThat(real)
          .usingRecursiveComparison()
          .ignoringFields("dryRun")
          .as("round %d", round)
          .isEqualTo(dry);
    }
    assertThat(town.slings().status().active()).isEqualTo(4);
  }

  @Test
  void jobsNotYetClaimedCountAndSoDoAgentsOfOthers() {
    town.set("max_agents", 3);
    town.set("batch_size", 10);
    town.jobs().submit(NewJob.named("agent").but().topic("agents").args("{}").build());
    assertThat(town.claim(5)).hasSize(1);
    for (int n = 0; n < 5; n++) {
      town.task("gt-" + n);
      town.sling("gt-" + n);
    }
    assertThat(town.slings().run().dispatched()).isEqualTo(2);
    Cycle again = town.slings().run();
    assertThat(again.dispatched()).isZero();
    assertThat(again.reason()).isEqualTo(Cycle.Reason.CAPACITY);
  }

  @Test
  void theBoundHoldsForWhateverStartsAnAgent() {
    town.set("max_agents", 2);
    for (int n = 0; n < 5; n++) {
      town.jobs().submit(NewJob.named("agent").but().topic("agents").args("{}").build());
    }
    town.execute("SELECT pulse.enqueue('agent', topic => 'agents')");
    List<Assignment> running = town.claim(10);
    assertThat(running).hasSize(2);
    town.report(running.getFirst(), new Outcome.Succeeded(null));
    assertThat(town.claim(10)).hasSize(1);
    town.set("max_agents", -1);
    assertThat(town.claim(10)).hasSize(3);
  }

  @Test
  void projectsTakeTurnsOverCycles() {
    town.set("max_agents", 1);
    for (int n = 0; n < 4; n++) {
      town.sling(town.task("gt-" + n));
    }
    town.sling(town.task("bd-0"));
    town.sling(town.task("bd-1"));
    var order = new ArrayList<String>();
    for (int n = 0; n < 6; n++) {
      order.add(town.slings().run().steps().getFirst().task());
      town.work();
    }
    assertThat(order).containsExactly("bd-0", "gt-0", "bd-1", "gt-1", "gt-2", "gt-3");
  }

  @Test
  void aPauseDuringADispatchStopsTheRestAndStays() throws Exception {
    town.set("max_agents", 9);
    town.set("batch_size", 9);
    town.set("spawn_delay", "3s");
    for (int n = 0; n < 3; n++) {
      town.sling(town.task("gt-" + n));
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var cycle = CompletableFuture.supplyAsync(town.slings()::run, threads);
      org.awaitility.Awaitility.await()
          .atMost(SOON)
          .until(() -> town.slings().status().active() == 1);
      assertThat(town.elsewhere().step()).as("another server finds it taken").isPositive();
      town.slings().pause("lunch", "bob");
      assertThat(cycle.get().reason()).isEqualTo(Cycle.Reason.PAUSED);
      assertThat(cycle.get().dispatched()).isEqualTo(1);
    }
    Slings other = town.elsewhere();
    assertThat(other.run().reason()).isEqualTo(Cycle.Reason.PAUSED);
    assertThat(other.status().paused().actor()).isEqualTo("bob");
    town.slings().pause("dinner", "eve");
    assertThat(other.status().paused().reason()).as("the first one stays").isEqualTo("lunch");
    other.resume();
    town.set("spawn_delay", "0s");
    assertThat(other.run().dispatched()).isEqualTo(2);
  }

  @Test
  void theEndOfTheWorkIsTheEndOfTheTaskAndFreesWhatDependsOnIt() {
    town.set("max_agents", 5);
    town.task("gt-a");
    town.task("gt-b", "gt-a");
    assertThat(town.sling("gt-b").result()).isEqualTo(Slung.Result.BLOCKED);
    UUID sling = town.sling("gt-a").sling();
    assertThat(town.slings().run().steps()).extracting(Cycle.Step::task).containsExactly("gt-a");
    assertThat(town.slings().task("gt-a").status()).isEqualTo("in_progress");
    Assignment job = town.claim(5).getFirst();
    assertThat(job.id()).isEqualTo(sling);
    town.report(job, new Outcome.FailedForGood("no", null));
    assertThat(town.slings().task("gt-a").status()).isEqualTo("open");
    assertThat(town.slings().task("gt-a").lastFailure()).isEqualTo("no");
    town.jobs().retry(sling);
    assertThat(town.slings().task("gt-a").status()).isEqualTo("in_progress");
    town.work();
    assertThat(town.slings().task("gt-a").status()).isEqualTo("closed");
    assertThat(town.slings().run().steps()).extracting(Cycle.Step::task).containsExactly("gt-b");
    town.jobs().cancel(town.slings().task("gt-b").slingId());
    assertThat(town.slings().task("gt-b").lastFailure()).isEqualTo("its job was canceled");
    assertThat(town.jobs().find(sling).orElseThrow().status()).isEqualTo(JobStatus.COMPLETED);
  }

  @Test
  void dependenciesThatComeAndGoMoveTheirSlings() {
    town.set("max_agents", 5);
    town.task("gt-a");
    town.task("gt-b");
    town.task("gt-c");
    town.sling("gt-b");
    town.slings().addDependency("gt-b", "gt-a");
    town.slings().addDependency("gt-b", "gt-c");
    assertThat(town.slings().dryRun().steps()).isEmpty();
    town.slings().close("gt-a", "by hand");
    town.slings().removeDependency("gt-b", "gt-c");
    assertThat(town.slings().dryRun().steps()).hasSize(1);
    town.slings().addDependency("gt-b", "gt-a");
    town.slings().reopen("gt-a");
    assertThat(town.slings().dryRun().steps()).isEmpty();
    assertThatThrownBy(() -> town.slings().addDependency("gt-a", "gt-b"))
        .hasMessageContaining("gt-b depends on it already");
    town.slings().close("gt-b", "by hand");
    assertThat(town.slings().task("gt-b").slingState()).isEqualTo("invalid");
  }

  @Test
  void anEpicStandsForItsChildrenAConvoyForItsMembersAndCoordinationIsSkipped() {
    town.set("max_agents", 5);
    town.slings()
        .add(new NewTask("gt-e", null, "Epic", "", "epic", null, List.of(), List.of(), null));
    for (String id : List.of("gt-1", "gt-2")) {
      town.slings().add(new NewTask(id, null, id, "", "task", "gt-e", List.of(), List.of(), null));
    }
    refused(
        new SlingOrder(
            List.of("gt-e"),
            null,
            false,
            null,
            "x",
            Map.of(),
            "mr",
            null,
            false,
            null,
            null,
            false,
            null),
        "an epic cannot be slung with --args, --merge: that goes with tasks");
    List<Slung> epic = town.slings().sling(SlingOrder.of("gt-e"), "ann");
    assertThat(epic).extracting(Slung::task).containsExactly("gt-1", "gt-2");
    assertThat(epic.stream().map(Slung::convoy).distinct()).hasSize(1);
    assertThat(town.slings().convoy(epic.getFirst().convoy()).title()).isEqualTo("Epic");
    town.task("hq-plan");
    town.task("bd-1");
    Convoy convoy = town.slings().createConvoy("Both", List.of("hq-plan", "bd-1", "gt-1"), "ann");
    List<Slung> members = town.slings().sling(SlingOrder.of(convoy.id()), "ann");
    assertThat(members)
        .extracting(slung -> slung.task() + " " + slung.result().text())
        .containsExactlyInAnyOrder("hq-plan skipped", "bd-1 scheduled", "gt-1 existing");
    town.set("batch_size", 9);
    town.slings().run();
    town.work();
    assertThat(town.slings().convoy(convoy.id()).closed()).isEqualTo(2);
    town.slings().close("hq-plan", "done");
    assertThat(town.slings().convoy(convoy.id()).isDone()).isTrue();
  }

  @Test
  void aFullBatchWaitsForItsIntervalUnlessThereIsNews() {
    town.set("max_agents", 9);
    town.set("interval", "1h");
    for (int n = 0; n < 3; n++) {
      town.sling(town.task("gt-" + n));
    }
    town.slings().step();
    assertThat(town.slings().status().active()).isEqualTo(1);
    assertThat(town.slings().step()).isPositive();
    assertThat(town.slings().status().active()).as("nothing new").isEqualTo(1);
    town.sling(town.task("gt-x"));
    town.slings().step();
    assertThat(town.slings().status().active()).isEqualTo(2);
    town.execute("UPDATE pulse.scheduler_cycle SET at = now() - interval '1 hour'");
    town.slings().step();
    assertThat(town.slings().status().active()).as("the interval is over").isEqualTo(3);
    assertThat(town.slings().prune(10)).isZero();
    assertThat(Duration.ofSeconds(1)).isGreaterThanOrEqualTo(town.slings().step());
  }
}
