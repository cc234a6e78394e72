package dev.pulse.internal;

import java.time.Duration;

/**
 * How long threads that submit wait for company, and in how many groups they travel; both depend on
 * how long an answer usually takes.
 *
 * <p>They wait half as long as that: where answers are slow because the machine is, threads are
 * slow to come back as well. A crowd does not wait for its last: it is worth a commit before that.
 *
 * <p>As one group they make the fewest commits. As two, one is on the way while the other gathers,
 * and neither the threads nor the database wait for each other: the better way where a commit is
 * quicker than all that is around it, and a waste of commits where the disk is slow.
 */
final class Patience {
  private static final Duration SHORTEST = Duration.ofNanos(300_000);
  private static final Duration LONGEST = Duration.ofMillis(1);

  /** One answer counts for that part of what is usual. */
  private static final int MEMORY = 8;

  /** More than so many are a crowd. */
  private static final int FEW = 16;

  /** Fewer are no two groups. */
  private static final int TWICE = 6;

  /** An answer is quick that takes no longer than that, and a little more for each in company. */
  private static final long QUICK = 1_000_000;

  private static final long EACH = 10_000;

  private long usualNanos;
  private boolean apart;

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

  /** One or two. Of two each waits for the other, which makes answers look slower than they are. */
  int groups(int company) {
    long quick = QUICK + company * EACH;
    apart = company >= TWICE && usualNanos < (apart ? quick * 3 / 2 : quick);
    return apart ? 2 : 1;
  }
}
