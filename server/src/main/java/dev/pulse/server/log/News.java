package dev.pulse.server.log;

/** What a reader of a log hears next. */
public sealed interface News {
  /**
   * More of the log.
   *
   * @param attempt the number of the attempt that it is of
   * @param cursor the place where this ends
   */
  record Text(int attempt, String cursor, String text) implements News {}

  /** Nothing new, so far. */
  record Quiet() implements News {}

  /** The attempt has ended, and everything was told. */
  record Over() implements News {}
}
