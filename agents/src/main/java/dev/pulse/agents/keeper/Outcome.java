package dev.pulse.agents.keeper;

/** How a tick's run ended; each has one rule for the position and one for the delay (K4, K5). */
enum Outcome {
  /** Real work happened. */
  DONE,
  /** The answer began with {@code NO-WORK}. */
  NO_WORK,
  /** The run ended badly. */
  FAILED,
  /** The run went past its wall clock. */
  KILLED
}
