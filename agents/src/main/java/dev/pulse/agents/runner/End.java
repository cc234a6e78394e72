package dev.pulse.agents.runner;

import java.time.Duration;

/** How a process came to its end. */
sealed interface End {
  /** By itself. */
  record Exited(int code) implements End {}

  /** Made to, because it took too long. */
  record OutOfTime(Duration limit) implements End {}

  /** Made to, because it said nothing for too long. */
  record Silent(Duration limit) implements End {}

  /** Made to, because it had spent too much. */
  record OverBudget() implements End {}
}
