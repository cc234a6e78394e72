package dev.pulse.agents.keeper;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Notices that tasks were dispatched, by asking, and gives those who wake on it a tick (G6).
 * Several dispatches between two looks are one tick; what happened before the first look is none.
 */
final class Dispatches {
  private final Supplier<OptionalLong> total;
  private OptionalLong seen = OptionalLong.empty();

  Dispatches(Supplier<OptionalLong> total) {
    this.total = total;
  }

  /** Asks only where somebody wants to know. */
  void look(List<Beat> waking) {
    if (waking.isEmpty()) {
      seen = OptionalLong.empty();
      return;
    }
    OptionalLong now = total.get();
    if (now.isEmpty()) {
      return;
    }
    if (seen.isPresent() && now.getAsLong() != seen.getAsLong()) {
      waking.forEach(Beat::want);
    }
    seen = now;
  }
}
