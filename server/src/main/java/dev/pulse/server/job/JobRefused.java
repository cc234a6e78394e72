package dev.pulse.server.job;

/**
 * A request the kernel refuses; nothing was written. The reason is for programs, the message for
 * people.
 */
public final class JobRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** The request itself is wrong. */
    INVALID,
    /** There is no such job. */
    NOT_FOUND,
    /** The job is not in a state that allows it. */
    ILLEGAL_TRANSITION,
    /** Another unfinished job holds the unique key. */
    KEY_HELD
  }

  private final Reason reason;

  private JobRefused(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  public static JobRefused invalid(String message) {
    return new JobRefused(Reason.INVALID, message);
  }

  public static JobRefused notFound(Object id) {
    return new JobRefused(Reason.NOT_FOUND, "there is no job " + id);
  }

  public static JobRefused noLimit(String name) {
    return new JobRefused(Reason.NOT_FOUND, "there is no limit " + name);
  }

  public static JobRefused noAttempt(Object id, int attempt) {
    return new JobRefused(Reason.NOT_FOUND, "job " + id + " has no attempt " + attempt);
  }

  static JobRefused illegal(Object id, JobStatus status, String verb) {
    return new JobRefused(
        Reason.ILLEGAL_TRANSITION, "job " + id + " is " + status + " and cannot be " + verb);
  }

  static JobRefused keyHeld(Object id, String key) {
    return new JobRefused(
        Reason.KEY_HELD, "job " + id + " cannot start again: another job holds its key " + key);
  }
}
