package dev.pulse;

import org.jspecify.annotations.Nullable;

/** A call, or a wait for a job, that took longer than it was given. */
public final class PulseTimeoutException extends PulseException {
  private static final long serialVersionUID = 1L;

  /** A timeout with its message and, where there is one, what caused it. */
  public PulseTimeoutException(String message, @Nullable Throwable cause) {
    super(Code.TIMEOUT, message, cause);
  }
}
