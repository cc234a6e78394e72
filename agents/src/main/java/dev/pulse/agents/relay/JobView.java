package dev.pulse.agents.relay;

/** How the job of a component stands, in the words of the relay. */
sealed interface JobView {
  /** Nobody knows such a job: it was never submitted, was pruned, or its database is gone. */
  record Gone() implements JobView {}

  /** It waits or runs. */
  record Live() implements JobView {}

  /**
   * It ended, and its execution was a success; whether the work was is another question (R7).
   *
   * @param summary what the agent said last
   */
  record Succeeded(String summary) implements JobView {}

  record Failed(String reason) implements JobView {}

  /** Its worker went away with it. */
  record Lost() implements JobView {}

  record Canceled() implements JobView {}

  /** The agent cannot go on without an answer. */
  record Asks(String question) implements JobView {}
}
