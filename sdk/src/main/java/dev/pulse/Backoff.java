package dev.pulse;

import java.time.Duration;

/**
 * How long a failed job waits for its next attempt: {@code base · factor^(attempts-1)}, never more
 * than {@code cap}, give or take {@code jitter}. A job without one waits attempts² seconds.
 *
 * @param base the wait after the first failure
 * @param factor how much longer each further wait is, 1 to 100
 * @param cap the longest wait
 * @param jitter the share of the wait that is left to chance, 0 to 1
 */
public record Backoff(Duration base, double factor, Duration cap, double jitter) {
  private static final Duration LONGEST = Duration.ofDays(365);

  /** Refuses what the server would refuse. */
  public Backoff {
    require(!base.isNegative() && base.compareTo(LONGEST) <= 0, "base is 0 to 365 days");
    require(factor >= 1 && factor <= 100, "factor is 1 to 100");
    require(cap.compareTo(base) >= 0 && cap.compareTo(LONGEST) <= 0, "cap is base to 365 days");
    require(jitter >= 0 && jitter <= 1, "jitter is 0 to 1");
  }

  /** The same wait after every failure. */
  public static Backoff fixed(Duration wait) {
    return new Backoff(wait, 1, wait, 0);
  }

  /** Waits that double from {@code base} up to {@code cap}, a fifth of each left to chance. */
  public static Backoff doubling(Duration base, Duration cap) {
    return new Backoff(base, 2, cap, 0.2);
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException("backoff: " + rule);
    }
  }
}
