package dev.pulse;

import org.jspecify.annotations.Nullable;

/** A call that Pulse could not fulfil. The code is for programs, the message for people. */
public class PulseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Code {
    /** The request itself is wrong; nothing was changed. */
    INVALID,
    /** There is no such thing. */
    NOT_FOUND,
    /** The thing is not in a state that allows it. */
    CONFLICT,
    /** The credentials are missing, wrong or not enough. */
    NOT_ALLOWED,
    /** No server could be reached. */
    UNREACHABLE,
    /** It took too long. */
    TIMEOUT,
    /** The calling thread was interrupted. Its interrupt flag is set. */
    INTERRUPTED,
    /** A fault of Pulse's own. */
    INTERNAL
  }

  private final Code code;

  /** A failure with its code, its message and, where there is one, what caused it. */
  public PulseException(Code code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** What went wrong. */
  public final Code code() {
    return code;
  }
}
