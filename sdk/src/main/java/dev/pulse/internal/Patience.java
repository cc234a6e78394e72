package dev.pulse.internal;

import java.time.Duration;

/**
 * How long threads wait for company: half as long as an answer usually takes. Where answers are
 * slow because the machine is, threads are slow to come back as well. A crowd does not wait for its
 * last: it is worth a commit before that.
 */
final class Patience {
  private static final Duration SHORTEST = Duration.ofNanos(300_000);
  private static final Duration LONGEST = Duration.ofMillis(1);

  /** One answer counts for that part of what is usual. */
  private static final int MEMORY = 8;

  /** More than so many are a crowd. */
  private static final int FEW = 16;

  private long usualNanos;

  /** An answer took so long. */
  void answeredAfter(long nanos) {
    usualNanos += (nanos - usualNanos) / MEMORY;
  }

  /** With so many who are expected. */
  Duration with(int company) {
    Duration half = Duration.ofNanos(usualNanos / 2);
    if (company > FEW || half.compareTo(SHORTEST) < 0) {
      return SHORTEST;
    }
    return half.compareTo(LONGEST) > 0 ? LONGEST : half;
  }
}
