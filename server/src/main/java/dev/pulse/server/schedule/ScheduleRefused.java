package dev.pulse.server.schedule;

/** A request that schedules refuse; nothing was written. */
public final class ScheduleRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** The request itself is wrong. */
    INVALID,
    /** There is no such schedule. */
    NOT_FOUND,
    /** Another schedule has that name. */
    NAME_TAKEN,
    /** It is there, but what it is to do cannot be read. */
    UNREADABLE
  }

  private final Reason reason;
  private final int position;

  private ScheduleRefused(Reason reason, String message, int position) {
    super(message);
    this.reason = reason;
    this.position = position;
  }

  public Reason reason() {
    return reason;
  }

  /** Where in the expression, as an offset from 0; negative if it is about no place in it. */
  public int position() {
    return position;
  }

  public static ScheduleRefused invalid(String message) {
    return new ScheduleRefused(Reason.INVALID, message, -1);
  }

  public static ScheduleRefused notFound(Object id) {
    return new ScheduleRefused(Reason.NOT_FOUND, "there is no schedule " + id, -1);
  }

  static ScheduleRefused nameTaken() {
    return new ScheduleRefused(Reason.NAME_TAKEN, "there is another schedule with that name", -1);
  }

  static ScheduleRefused unreadable(String name, String error) {
    return new ScheduleRefused(
        Reason.UNREADABLE,
        "schedule %s cannot be read: %s; replace or delete it".formatted(name, error),
        -1);
  }

  static ScheduleRefused cron(String expression, int position, String expected) {
    return new ScheduleRefused(
        Reason.INVALID,
        "cron \"%s\" at position %d: expected %s".formatted(expression, position, expected),
        position);
  }
}
