package dev.pulse.server.status;

/** A request about status documents that is refused; nothing was written. */
public final class StatusRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** The request itself is wrong. */
    INVALID,
    /** There is no such document. */
    NOT_FOUND
  }

  private final Reason reason;

  private StatusRefused(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  static StatusRefused invalid(String message) {
    return new StatusRefused(Reason.INVALID, message);
  }

  public static StatusRefused notFound(String kind, String name) {
    return new StatusRefused(Reason.NOT_FOUND, "there is no %s named %s".formatted(kind, name));
  }
}
