package dev.pulse.agents.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.agents.relay.Samples.Told;
import org.junit.jupiter.api.Test;

class TickTest {
  private static final JobView LIVE = new JobView.Live();
  private static final JobView DONE = new JobView.Succeeded("made it");
  private final Told world = new Told();

  @Test
  void theFirstPendingComponentStarts() {
    assertThat(decide("PENDING", "PENDING")).isInstanceOf(Step.Start.class);
    assertStart(decide("COMPLETED", "PENDING"), 2, 1);
  }

  @Test
  void nothingStartsWhileAnEarlierOrLaterComponentRuns() {
    world.job(1, 1, LIVE).job(2, 1, LIVE);
    assertThat(decide("IN_PROGRESS 1", "PENDING")).isInstanceOf(Step.Await.class);
    assertThat(decide("PENDING", "IN_PROGRESS 1")).isInstanceOf(Step.Await.class);
  }

  @Test
  void successNeedsTheDeliverableToo() {
    world.job(1, 1, DONE);
    assertMark(decide("IN_PROGRESS 1"), Status.COMPLETED);
    world.delivered = false;
    Step.Mark failed = assertMark(decide("IN_PROGRESS 1"), Status.FAILED);
    assertThat(failed.change().result()).contains("deliverable");
  }

  @Test
  void whatTheExecutorReturnedMayBeAFailure() {
    world.job(1, 1, new JobView.Failed("exit 3"));
    assertThat(assertMark(decide("IN_PROGRESS 1"), Status.FAILED).change().result())
        .isEqualTo("exit 3");
  }

  @Test
  void aFailureEndsThePlanUnlessItSaysContinue() {
    assertThat(decide("FAILED", "PENDING"))
        .isEqualTo(new Step.Retire(Step.Ending.FAILED, "component 1 is FAILED"));
    Plan plan =
        Samples.parse(
            Samples.HEADER.replace("\n\n", "\n**On-Failure:** continue\n\n")
                + Samples.component(1, "FAILED", "a")
                + Samples.component(2, "PENDING", "a"));
    assertStart(Tick.decide(plan, world), 2, 1);
    assertThat(decide("BLOCKED")).isInstanceOf(Step.Retire.class);
  }

  @Test
  void aPlanOfCompletedComponentsIsCompleted() {
    assertThat(decide("COMPLETED", "COMPLETED"))
        .isInstanceOfSatisfying(
            Step.Retire.class, it -> assertThat(it.ending()).isEqualTo(Step.Ending.COMPLETED));
  }

  @Test
  void anOrphanIsHealedFourTimesAndThenBlocked() {
    String attempt = "IN_PROGRESS 1";
    for (int healed = 1; healed <= 4; healed++) {
      Step.Mark mark = assertMark(decide(attempt), Status.PENDING);
      assertThat(mark.change().tries()).isEqualTo(new Tries(healed, healed));
      assertStart(decide("PENDING %d (healed %1$d)".formatted(healed)), 1, healed + 1);
      attempt = "IN_PROGRESS %d (healed %d)".formatted(healed + 1, healed);
    }
    Step.Mark blocked = assertMark(decide(attempt), Status.BLOCKED);
    assertThat(blocked.change().result()).isEqualTo("orphan-dispatch-limit-exceeded (4 retries)");
    assertThat(blocked.change().tries()).as("a fresh budget").isEqualTo(new Tries(5, 0));
  }

  @Test
  void aJobWhoseWorkerDiedIsAnOrphanToo() {
    world.job(1, 1, new JobView.Lost());
    assertMark(decide("IN_PROGRESS 1"), Status.PENDING);
  }

  /** The war story: two gates approved ahead of time, each with a stray Status in its body. */
  @Test
  void theParserBugStrayStatusesInTheBodyDoNotReopenApprovedGates() {
    Plan plan =
        Samples.plan(
            gate(1, "COMPLETED") + gate(2, "COMPLETED") + Samples.component(3, "PENDING", "a"));
    assertThat(plan.components()).allMatch(each -> !each.is(Status.IN_PROGRESS));
    assertStart(Tick.decide(plan, world), 3, 1);
  }

  /** The war story: gates were healed until their retries were used up. */
  @Test
  void theHealBugGatesAreNeverDispatchedNeverHealedNeverCounted() {
    for (String status : new String[] {"PENDING", "IN_PROGRESS", "whatever"}) {
      Plan plan = Samples.plan(gate(1, status) + Samples.component(2, "PENDING", "a"));
      for (int tick = 0; tick < 10; tick++) {
        assertThat(Tick.decide(plan, world)).as(status).isInstanceOf(Step.Gate.class);
      }
    }
  }

  @Test
  void aSubmitOfWhichNobodyKnowsIsRepeatedUnderTheSameId() {
    world.unsure = true;
    assertStart(decide("IN_PROGRESS 3"), 1, 3);
  }

  @Test
  void pendingOverARunningJobCancelsItFirst() {
    world.job(1, 2, LIVE);
    assertThat(decide("PENDING 2"))
        .isInstanceOfSatisfying(Step.Cancel.class, it -> assertThat(it.attempt()).isEqualTo(2));
    world.job(1, 2, new JobView.Canceled());
    assertStart(decide("PENDING 2"), 1, 3);
  }

  @Test
  void anOldCopySavedOverARunningComponentKeepsItsJob() {
    world.job(1, 1, LIVE);
    Step.Mark mark = assertMark(decide("PENDING"), Status.IN_PROGRESS);
    assertThat(mark.change().tries()).isEqualTo(new Tries(1, 0));
  }

  @Test
  void aRemovedAttemptLineDoesNotBringBackOldResults() {
    world.job(1, 1, DONE).job(1, 2, new JobView.Failed("x"));
    assertStart(decide("PENDING"), 1, 3);
  }

  @Test
  void aJobThatSomebodyCanceledFailsItsComponentAndOneCanceledWhileAwayResumes() {
    world.job(1, 1, new JobView.Canceled());
    assertMark(decide("IN_PROGRESS 1"), Status.FAILED);
    world.watched = false;
    assertMark(decide("IN_PROGRESS 1"), Status.PENDING);
  }

  @Test
  void anAgentThatAsksBlocksItsComponent() {
    world.job(1, 1, new JobView.Asks("which colour?"));
    assertThat(assertMark(decide("IN_PROGRESS 1"), Status.BLOCKED).change().result())
        .isEqualTo("asks: which colour?");
  }

  @Test
  void jobsOfComponentsThatWereEditedAreNoLongerClaimed() {
    var run = new RunId("plan", "then");
    Plan running = Samples.plan(with("IN_PROGRESS 1", 1));
    Plan accepted = Samples.plan(with("COMPLETED 1", 1));
    Plan again = Samples.plan(with("PENDING 1", 1));
    var job = run.job(running.components().getFirst(), 1);
    assertThat(Tick.claims(running, run)).contains(job);
    assertThat(Tick.claims(accepted, run)).doesNotContain(job);
    assertThat(Tick.claims(again, run)).doesNotContain(job);
  }

  @Test
  void jobIdsTellPlansRunsComponentsAndAttemptsApart() {
    Plan plan = Samples.plan(with("PENDING", 1) + with("PENDING", 2));
    Component one = plan.components().getFirst();
    var run = new RunId("a", "t");
    assertThat(run.job(one, 1)).isEqualTo(new RunId("a", "t").job(one, 1));
    assertThat(run.job(one, 1).version()).isEqualTo(5);
    assertThat(run.job(one, 1).variant()).isEqualTo(2);
    assertThat(run.job(one, 1))
        .isNotIn(
            run.job(one, 2),
            run.job(plan.components().getLast(), 1),
            new RunId("b", "t").job(one, 1),
            new RunId("a", "u").job(one, 1));
  }

  /** {@code "IN_PROGRESS 2 (healed 1)"}: a status, and what the Attempt line says. */
  private Step decide(String... components) {
    var text = new StringBuilder();
    for (int at = 0; at < components.length; at++) {
      text.append(with(components[at], at + 1));
    }
    return Tick.decide(Samples.plan(text.toString()), world);
  }

  private static String with(String state, int number) {
    String[] parts = state.split(" ", 2);
    String attempt = parts.length == 1 ? "" : "\n**Attempt:** " + parts[1];
    return Samples.component(number, parts[0] + attempt, "a\n**Deliverable:** x");
  }

  private static String gate(int number, String status) {
    return Samples.component(number, status, "HUMAN")
        + "**Status:** IN_PROGRESS\n\n```\n**Status:** IN_PROGRESS\n```\n\n    **Status:** PENDING\n\n";
  }

  private static Step.Mark assertMark(Step step, Status status) {
    assertThat(step).isInstanceOf(Step.Mark.class);
    var mark = (Step.Mark) step;
    assertThat(mark.change().status()).isEqualTo(status);
    return mark;
  }

  private static void assertStart(Step step, int component, int attempt) {
    assertThat(step)
        .isInstanceOfSatisfying(
            Step.Start.class,
            start -> {
              assertThat(start.component().number()).isEqualTo(component);
              assertThat(start.attempt()).isEqualTo(attempt);
            });
  }
}
