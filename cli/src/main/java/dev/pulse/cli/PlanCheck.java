package dev.pulse.cli;

import dev.pulse.agents.relay.PlanView;
import dev.pulse.agents.relay.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Looks for active plans that cannot be run as they are. */
final class PlanCheck {
  private PlanCheck() {}

  static Finding of(Path home) {
    try {
      List<PlanView> active = PlanHome.of(home).active();
      List<PlanView> bad =
          active.stream()
              .filter(view -> view.problems().stream().anyMatch(Problem::isError))
              .toList();
      if (bad.isEmpty()) {
        return Finding.ok("plans", active.isEmpty() ? "none is active" : active.size() + " active");
      }
      PlanView first = bad.getFirst();
      return Finding.warn(
          "plans",
          "%d of %d active plans do not lint, %s %s: 'pulse plan lint' tells all"
              .formatted(bad.size(), active.size(), first.name(), first.stands()));
    } catch (IOException e) {
      return Finding.wrong("plans", "cannot be read: " + e.getMessage());
    }
  }
}
