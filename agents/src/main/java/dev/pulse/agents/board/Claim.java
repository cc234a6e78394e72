package dev.pulse.agents.board;

/** What came of a wish to change the board. */
public sealed interface Claim {
  /**
   * It is so, for everybody to see.
   *
   * @param commit by which
   * @param remark what else the user should know; empty: nothing
   */
  record Made(Task task, String commit, String remark) implements Claim {}

  /** There is nothing to claim, or no such task. */
  record NotFound(String what) implements Claim {}

  /** The task is not in a state that allows it. */
  record Taken(Task task) implements Claim {}
}
