package dev.pulse.agents.branch;

/** Why a task's branch cannot be worked on or merged, in one line for people. */
public final class BranchTrouble extends Exception {
  private static final long serialVersionUID = 1;

  /** What is to be done about it. */
  public enum Kind {
    /** Nothing, until a person has looked. */
    FOR_GOOD,

    /** Another attempt may find things better. */
    AGAIN,

    /** Somebody else is at work there; no attempt is lost by waiting. */
    BUSY
  }

  private final Kind kind;

  private BranchTrouble(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  static BranchTrouble forGood(String message) {
    return new BranchTrouble(Kind.FOR_GOOD, message);
  }

  static BranchTrouble again(String message) {
    return new BranchTrouble(Kind.AGAIN, message);
  }

  static BranchTrouble busy(String message) {
    return new BranchTrouble(Kind.BUSY, message);
  }

  /** What is to be done about it. */
  public Kind kind() {
    return kind;
  }
}
