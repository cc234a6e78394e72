package dev.pulse.server.postgres;

/** Postgres cannot be started, reached or brought up to date; the message says what to do. */
public final class PostgresTrouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PostgresTrouble(String message) {
    super(message);
  }

  PostgresTrouble(String message, Throwable cause) {
    super(message, cause);
  }
}
