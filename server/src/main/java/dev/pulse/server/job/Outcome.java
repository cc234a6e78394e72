package dev.pulse.server.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How an attempt ended. The first four are a worker's words, the rest are ours. */
public sealed interface Outcome {
  /** The work is done; {@code result} is JSON or null. */
  record Succeeded(@Nullable String result) implements Outcome {}

  /**
   * This attempt failed; another may follow. {@code result} is what it can tell all the same, JSON
   * or null.
   */
  record Failed(String error, @Nullable String result) implements Outcome {
    public Failed(String error) {
      this(error, null);
    }
  }

  /** No further attempt can help. */
  record FailedForGood(String error, @Nullable String result) implements Outcome {
    public FailedForGood(String error) {
      this(error, null);
    }
  }

  /** Not now: come back after {@code delay}. Uses no attempt. */
  record Snoozed(Duration delay) implements Outcome {}

  /** The worker's lease lapsed. */
  record Lost() implements Outcome {}

  /** Handed back before it was started. Uses no attempt. */
  record Released() implements Outcome {}

  /** Somebody canceled the job. */
  record Canceled() implements Outcome {}
}
