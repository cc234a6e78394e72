package dev.pulse.agents.keeper;

import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Notices that tasks were dispatched, by asking (G6). Several dispatches between two looks are one;
 * what happened before the first look is none.
 */
final class Dispatches {
  private final Supplier<OptionalLong> total;
  private OptionalLong seen = OptionalLong.empty();

  /**
   * @param total grows with each dispatch; empty: nobody can tell now
   */
  Dispatches(Supplier<OptionalLong> total) {
    this.total = total;
  }

  /**
   * Whether there was one since the last look.
   *
   * @param wanted whether anybody wants to know; else nobody is asked
   */
  boolean hasBeen(boolean wanted) {
    if (!wanted) {
      seen = OptionalLong.empty();
      return false;
    }
    OptionalLong now = total.get();
    if (now.isEmpty()) {
      return false;
    }
    boolean grown = seen.isPresent() && now.getAsLong() != seen.getAsLong();
    seen = now;
    return grown;
  }
}
