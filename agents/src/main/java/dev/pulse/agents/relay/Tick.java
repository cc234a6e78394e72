package dev.pulse.agents.relay;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Decides what comes next for a plan. Knows no clock, no disk and no server (R5–R11). */
final class Tick {
  static final int MOST_HEALS = 4;
  static final String ORPHANED =
      "orphan-dispatch-limit-exceeded (%d retries)".formatted(MOST_HEALS);

  /** What the plan's file does not say. */
  interface World {
    /** How the job of this attempt at the component stands. */
    JobView job(Component component, int attempt);

    /** Whether its deliverable is there; a component that promises none has delivered. */
    boolean delivered(Component component);

    /** Whether this process saw the job run while the plan stood in the folder. */
    boolean watched(Component component);

    /** Whether it is not known if the last submit of the component arrived. */
    boolean unsure(Component component);
  }

  private final Plan plan;
  private final World world;

  private Tick(Plan plan, World world) {
    this.plan = plan;
    this.world = world;
  }

  static Step decide(Plan plan, World world) {
    var tick = new Tick(plan, world);
    return plan.components().stream()
        .filter(each -> each.is(Status.IN_PROGRESS) && !each.isHuman())
        .findFirst()
        .map(tick::underWay)
        .orElseGet(tick::next);
  }

  /**
   * The jobs that the file asks for. Any other live one of the plan is to be stopped: somebody
   * edited its component to COMPLETED or back to PENDING (R13).
   */
  static Set<UUID> claims(Plan plan, RunId run) {
    var claims = new HashSet<UUID>();
    for (Component each : plan.components()) {
      int attempt = each.tries().number();
      switch (each.status()) {
        case IN_PROGRESS -> claims.add(run.job(each, attempt));
        // A file that was saved from an old copy: its next attempt is under way already.
        case PENDING -> claims.add(run.job(each, attempt + 1));
        case COMPLETED, FAILED, BLOCKED -> {}
      }
    }
    return claims;
  }

  private Step underWay(Component component) {
    Tries tries = component.tries();
    return switch (world.job(component, tries.number())) {
      case JobView.Live _ -> new Step.Await(component);
      case JobView.Succeeded(String summary) -> succeeded(component, summary);
      case JobView.Failed(String reason) -> end(component, Status.FAILED, reason);
      case JobView.Asks(String question) -> end(component, Status.BLOCKED, "asks: " + question);
      case JobView.Canceled _ when world.watched(component) ->
          end(component, Status.FAILED, "its job was canceled");
      case JobView.Gone _ when world.unsure(component) -> new Step.Start(component, tries.number());
      case JobView.Canceled _, JobView.Gone _, JobView.Lost _ -> heal(component, tries);
    };
  }

  private Step succeeded(Component component, String summary) {
    String deliverable = component.deliverable().orElse("");
    if (!world.delivered(component)) {
      return end(
          component,
          Status.FAILED,
          "the job succeeded, but its deliverable %s does not exist".formatted(deliverable));
    }
    String words = summary.isBlank() ? "done" : summary;
    return end(
        component, Status.COMPLETED, deliverable.isEmpty() ? words : deliverable + ": " + words);
  }

  private static Step end(Component component, Status status, String result) {
    Change change = Change.to(status).saying(result);
    Tries tries = component.tries();
    return new Step.Mark(component, tries.healed() == 0 ? change : change.with(tries.settled()));
  }

  private static Step heal(Component component, Tries tries) {
    return tries.healed() < MOST_HEALS
        ? new Step.Mark(component, Change.to(Status.PENDING).with(tries.orphaned()))
        : end(component, Status.BLOCKED, ORPHANED);
  }

  private Step next() {
    Optional<Component> current = plan.current();
    if (current.isEmpty()) {
      return new Step.Retire(Step.Ending.COMPLETED, "every component is over");
    }
    Component component = current.get();
    return switch (component.status()) {
      case FAILED, BLOCKED ->
          new Step.Retire(
              Step.Ending.FAILED,
              "component %d is %s".formatted(component.number(), component.status()));
      case PENDING, IN_PROGRESS, COMPLETED ->
          component.isHuman() ? new Step.Gate(component) : start(component);
    };
  }

  private Step start(Component component) {
    int attempt = component.tries().number();
    if (attempt > 0 && world.job(component, attempt) instanceof JobView.Live) {
      return new Step.Cancel(component, attempt); // R13: PENDING over a running one
    }
    while (true) {
      attempt++;
      switch (world.job(component, attempt)) {
        case JobView.Live _ -> {
          Tries tries = component.tries().started(attempt);
          return new Step.Mark(component, Change.to(Status.IN_PROGRESS).with(tries));
        }
        case JobView.Gone _ -> {
          return new Step.Start(component, attempt);
        }
        // Somebody removed the Attempt line: that number has been used up.
        case JobView.Succeeded _,
            JobView.Failed _,
            JobView.Lost _,
            JobView.Canceled _,
            JobView.Asks _ -> {}
      }
    }
  }
}
