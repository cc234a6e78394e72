package dev.pulse.agents.relay;

/** Something was asked of a plan that cannot be done. */
public final class PlanRefused extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why, for programs. */
  public enum Reason {
    NOT_FOUND,
    CONFLICT,
    INVALID
  }

  private final Reason reason;

  PlanRefused(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  static PlanRefused notFound(String message) {
    return new PlanRefused(Reason.NOT_FOUND, message);
  }

  static PlanRefused conflict(String message) {
    return new PlanRefused(Reason.CONFLICT, message);
  }

  public Reason reason() {
    return reason;
  }
}
