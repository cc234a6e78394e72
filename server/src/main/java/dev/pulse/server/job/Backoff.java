package dev.pulse.server.job;

import java.time.Duration;

/**
 * How long a failed job waits. By default attempts² seconds; a job may bring its own: {@code base ·
 * factor^(attempts-1)}, never more than {@code cap}, give or take {@code jitter} (a share of 1).
 */
public sealed interface Backoff {
  /** The wait after the given attempt; {@code chance} in [0, 1) decides the jitter. */
  Duration after(int attempt, double chance);

  /** attempts² seconds. */
  Backoff SQUARED = new Squared();

  /** The default, as its own type so that it costs no column. */
  record Squared() implements Backoff {
    @Override
    public Duration after(int attempt, double chance) {
      return Duration.ofSeconds((long) attempt * attempt);
    }
  }

  /** A job's own policy. */
  record Exponential(Duration base, double factor, Duration cap, double jitter) implements Backoff {
    private static final Duration LONGEST = Duration.ofDays(365);

    public Exponential {
      require(!base.isNegative() && base.compareTo(LONGEST) <= 0, "base is 0 to 365 days");
      require(factor >= 1 && factor <= 100, "factor is 1 to 100");
      require(cap.compareTo(base) >= 0 && cap.compareTo(LONGEST) <= 0, "cap is base to 365 days");
      require(jitter >= 0 && jitter <= 1, "jitter is 0 to 1");
    }

    @Override
    public Duration after(int attempt, double chance) {
      double grown = base.toMillis() * Math.pow(factor, attempt - 1.0);
      double capped = Math.min(grown, (double) cap.toMillis());
      return Duration.ofMillis(Math.round(capped * (1 + jitter * (2 * chance - 1))));
    }

    private static void require(boolean holds, String rule) {
      if (!holds) {
        throw JobRefused.invalid("backoff: " + rule);
      }
    }
  }
}
