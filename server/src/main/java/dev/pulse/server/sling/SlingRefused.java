package dev.pulse.server.sling;

/** A request about tasks or the scheduler that is refused; nothing was written. */
public final class SlingRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** The request itself is wrong. */
    INVALID,
    /** There is no such thing. */
    NOT_FOUND,
    /** It is not in a state that allows it. */
    CONFLICT
  }

  private final Reason reason;

  private SlingRefused(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** The sentence for people. */
  public String text() {
    return String.valueOf(getMessage());
  }

  static SlingRefused invalid(String message) {
    return new SlingRefused(Reason.INVALID, message);
  }

  static SlingRefused notFound(String message) {
    return new SlingRefused(Reason.NOT_FOUND, message);
  }

  static SlingRefused conflict(String message) {
    return new SlingRefused(Reason.CONFLICT, message);
  }

  static SlingRefused noTask(String id) {
    return notFound("there is no task " + id);
  }

  static SlingRefused noProject(String name) {
    return notFound("there is no project " + name);
  }
}
