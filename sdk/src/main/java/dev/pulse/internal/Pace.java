package dev.pulse.internal;

import java.time.Duration;

/**
 * How fast to try again: quickly at first, then twice as slowly each time up to a bound. Half of
 * each pause is left to chance, so that those who lost the same server do not come back together.
 */
record Pace(Duration first, Duration longest) {
  /** For calls that somebody waits for. */
  static final Pace CALL = new Pace(Duration.ofMillis(50), Duration.ofSeconds(2));

  /** For workers, which come back for as long as it takes. */
  static final Pace WORKER = new Pace(Duration.ofMillis(50), Duration.ofSeconds(10));

  private static final int MOST_DOUBLINGS = 30;

  /** The pause after so many failures in a row; {@code chance} in [0, 1) decides the jitter. */
  Duration after(int failures, double chance) {
    int doublings = Math.min(Math.max(failures - 1, 0), MOST_DOUBLINGS);
    long grown = first.toMillis() << doublings;
    double most = Math.min(grown, longest.toMillis());
    return Duration.ofMillis(Math.round(most / 2 + most / 2 * chance));
  }
}
