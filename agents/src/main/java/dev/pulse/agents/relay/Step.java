package dev.pulse.agents.relay;

/** What is to be done about a plan next. */
sealed interface Step {
  /** Writes into the file, and looks again. */
  record Mark(Component component, Change change) implements Step {}

  /** Marks the component IN_PROGRESS and then submits its job (R6). */
  record Start(Component component, int attempt) implements Step {}

  /** Stops a job that the file no longer asks for, and looks again (R13). */
  record Cancel(Component component, int attempt) implements Step {}

  /** The component's job is under way. */
  record Await(Component component) implements Step {}

  /** A person has to decide (R9). */
  record Gate(Component component) implements Step {}

  /** The plan is over (R11). */
  record Retire(Ending ending, String why) implements Step {}

  /** Where a finished plan goes. */
  enum Ending {
    COMPLETED,
    FAILED
  }
}
