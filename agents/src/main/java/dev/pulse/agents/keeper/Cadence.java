package dev.pulse.agents.keeper;

import java.time.Duration;
import java.time.Instant;

/**
 * How long to wait: after each outcome, after a restart, and before the first tick (K1, K5, K6).
 */
final class Cadence {
  static final Duration CONTINUOUS = Duration.ofSeconds(45);
  static final Duration USUAL = Duration.ofHours(1);

  private static final Duration FIRST_BACKOFF = Duration.ofMinutes(1);
  private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(30);
  private static final Duration BOOT_GRACE = Duration.ofSeconds(60);
  private static final Duration STAGGER = Duration.ofSeconds(30);

  private Cadence() {}

  /** One that worked wakes fully, one that had nothing to do sleeps deeper. */
  static int streak(Outcome outcome, int streak) {
    return switch (outcome) {
      case DONE -> 0;
      case NO_WORK -> streak + 1;
      case FAILED, KILLED -> streak;
    };
  }

  /**
   * @param streak how often in a row there was nothing to do, this time included
   */
  static Duration after(Outcome outcome, Duration interval, int streak) {
    return switch (outcome) {
      case DONE, FAILED, KILLED -> interval;
      case NO_WORK -> resting(interval, streak);
    };
  }

  /**
   * The delay of a streak. The cap bounds the backing off and not the interval: an hourly agent
   * with nothing to do is not called more often than hourly.
   */
  static Duration resting(Duration interval, int streak) {
    if (streak == 0) {
      return interval;
    }
    int doublings = Math.min(streak - 1, 10);
    Duration backoff = shorter(FIRST_BACKOFF.multipliedBy(1L << doublings), LONGEST_BACKOFF);
    return longer(interval, backoff);
  }

  /** A restart goes on where the interval was; the floor keeps a restart loop off the model. */
  static Duration catchUp(Duration interval, Instant lastRun, Instant now) {
    Duration elapsed = longer(Duration.between(lastRun, now), Duration.ZERO); // clocks are set back
    return longer(BOOT_GRACE, interval.minus(elapsed));
  }

  /** Those that start together start one after the other. */
  static Duration first(int index) {
    return STAGGER.multipliedBy(index);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
