package dev.pulse.agents.runner;

/** How an attempt ended (A4). */
sealed interface Verdict {
  /** The work is done. */
  record Done() implements Verdict {}

  /** There was nothing to do. */
  record NoWork() implements Verdict {}

  /**
   * The work could not be done.
   *
   * @param forGood whether another attempt would only cost the same again
   */
  record Failed(String reason, boolean forGood) implements Verdict {}

  /** It was ended, for its time or its silence. */
  record Killed(String reason) implements Verdict {}

  /** The account may not be used for now; the work has not been tried. */
  record RateLimited(RateLimit limit) implements Verdict {}

  /** It waits for an answer from outside. */
  record Suspended(String signal, String question) implements Verdict {}

  /** Nobody wants it any more. */
  record Canceled() implements Verdict {}

  /** As it stands in results. */
  default String word() {
    return switch (this) {
      case Done _ -> "DONE";
      case NoWork _ -> "NO_WORK";
      case Failed _ -> "FAILED";
      case Killed _ -> "KILLED";
      case RateLimited _ -> "RATE_LIMITED";
      case Suspended _ -> "SUSPENDED";
      case Canceled _ -> "CANCELED";
    };
  }
}
