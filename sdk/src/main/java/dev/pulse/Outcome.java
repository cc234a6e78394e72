package dev.pulse;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a handler's attempt ended. */
public sealed interface Outcome {
  /** The job is done and has no result. */
  static Outcome done() {
    return new Done(null);
  }

  /** The job is done, and this is its result: a {@link Json}, or anything Jackson can write. */
  static Outcome done(@Nullable Object value) {
    return new Done(value);
  }

  /** The attempt failed; the job is retried while it has attempts left. */
  static Outcome fail(String message) {
    return new Failed(message, false, null);
  }

  /**
   * The attempt failed, and has something to tell all the same, which is kept with it ({@link
   * Attempt#result}); the job is retried while it has attempts left.
   *
   * @param result a {@link Json}, or anything Jackson can write; null for none
   */
  static Outcome fail(String message, @Nullable Object result) {
    return new Failed(message, false, result);
  }

  /** The job failed, and no further attempt would help: it becomes a dead letter at once. */
  static Outcome failForGood(String message) {
    return new Failed(message, true, null);
  }

  /**
   * The job failed for good, and has something to tell all the same, which is kept with the attempt
   * ({@link Attempt#result}).
   *
   * @param result a {@link Json}, or anything Jackson can write; null for none
   */
  static Outcome failForGood(String message, @Nullable Object result) {
    return new Failed(message, true, result);
  }

  /** Not now: the job runs again after the delay, and this attempt does not count. */
  static Outcome snooze(Duration delay) {
    return new Snoozed(delay);
  }

  /**
   * The job is done.
   *
   * @param value its result; null for none
   */
  record Done(@Nullable Object value) implements Outcome {}

  /**
   * The attempt failed.
   *
   * @param message why
   * @param forGood whether the job is not to be tried again
   * @param result what is kept with the attempt; null for nothing
   */
  record Failed(String message, boolean forGood, @Nullable Object result) implements Outcome {
    /** Refuses a failure without a reason. */
    public Failed {
      Objects.requireNonNull(message, "message");
    }
  }

  /**
   * The job is put off.
   *
   * @param delay for how long
   */
  record Snoozed(Duration delay) implements Outcome {
    /** Refuses a delay into the past. */
    public Snoozed {
      if (delay.isNegative()) {
        throw new IllegalArgumentException("a job cannot snooze for " + delay);
      }
    }
  }
}
