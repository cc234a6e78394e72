package dev.pulse.agents.relay;

import java.util.List;
import java.util.Optional;

/** Says in a sentence what a plan or a component waits for. */
final class Standing {
  private Standing() {}

  static String of(Plan plan, List<Problem> problems) {
    Optional<Problem> error = problems.stream().filter(Problem::isError).findFirst();
    if (error.isPresent()) {
      return "is not run: " + error.get();
    }
    Optional<Component> running = running(plan);
    if (running.isPresent()) {
      return "component %d runs".formatted(running.get().number());
    }
    return plan.current()
        .map(each -> "component %d %s".formatted(each.number(), waits(each)))
        .orElse("every component is over");
  }

  /** Why this component is not running, or that it is. */
  static String of(Plan plan, List<Problem> problems, Component component) {
    Optional<Problem> error = problems.stream().filter(Problem::isError).findFirst();
    if (error.isPresent()) {
      return "the plan is not run: " + error.get();
    }
    if (!component.is(Status.PENDING)) {
      return waits(component);
    }
    Optional<Component> running = running(plan).filter(each -> each.index() != component.index());
    if (running.isPresent()) {
      return "waits for component %d, which runs".formatted(running.get().number());
    }
    Component current = plan.current().orElse(component);
    return current.index() == component.index()
        ? waits(component)
        : "waits for component %d, which %s".formatted(current.number(), waits(current));
  }

  private static Optional<Component> running(Plan plan) {
    return plan.components().stream()
        .filter(each -> each.is(Status.IN_PROGRESS) && !each.isHuman())
        .findFirst();
  }

  private static String waits(Component component) {
    return switch (component.status()) {
      case COMPLETED -> "is completed";
      case FAILED, BLOCKED ->
          "is %s%s"
              .formatted(
                  component.status(),
                  component.written(Key.RESULT).map(result -> ": " + result).orElse(""));
      case IN_PROGRESS -> component.isHuman() ? "waits for a person" : "runs";
      case PENDING -> component.isHuman() ? "waits for a person" : "is next";
    };
  }
}
