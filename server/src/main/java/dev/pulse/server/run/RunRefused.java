package dev.pulse.server.run;

import java.util.Locale;
import java.util.UUID;

/** A request that runs refuse. The reason is for programs, the message for people. */
public final class RunRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** The request itself is wrong. */
    INVALID,
    RUN_NOT_FOUND,
    /** The run is not in a state that allows it. */
    ILLEGAL_TRANSITION,
    /** The run is over. */
    RUN_CLOSED,
    /** Nobody waits for that signal, or ever did. */
    SIGNAL_NOT_AWAITED,
    SIGNAL_EXPIRED,
    /** Another node of the run waits for a signal of that name. */
    SIGNAL_TAKEN,
    /** The link is not one of ours, or its wait is gone. */
    LINK_DEAD;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Reason reason;

  RunRefused(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  public static RunRefused invalid(String message) {
    return new RunRefused(Reason.INVALID, message);
  }

  public static RunRefused notFound(UUID run) {
    return new RunRefused(Reason.RUN_NOT_FOUND, "there is no run " + run);
  }

  static RunRefused closed(UUID run, RunStatus status) {
    return new RunRefused(Reason.RUN_CLOSED, "run " + run + " is " + status.text());
  }

  static RunRefused illegal(UUID run, RunStatus status, String verb) {
    return new RunRefused(
        Reason.ILLEGAL_TRANSITION,
        "run " + run + " is " + status.text() + " and cannot be " + verb);
  }

  static RunRefused ended(UUID run) {
    return new RunRefused(
        Reason.ILLEGAL_TRANSITION, "the attempt has ended, or its run " + run + " has moved on");
  }

  static RunRefused notAwaited(String signal) {
    return new RunRefused(Reason.SIGNAL_NOT_AWAITED, "nobody waits for signal " + signal);
  }

  static RunRefused expired(String signal) {
    return new RunRefused(
        Reason.SIGNAL_EXPIRED, "the wait for signal " + signal + " has expired; retry the run");
  }

  static RunRefused taken(String signal) {
    return new RunRefused(
        Reason.SIGNAL_TAKEN, "another node waits for signal " + signal + " already");
  }

  static RunRefused deadLink() {
    return new RunRefused(Reason.LINK_DEAD, "this link is not valid, or no longer");
  }
}
