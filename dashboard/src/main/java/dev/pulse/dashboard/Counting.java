package dev.pulse.dashboard;

import dev.pulse.Pulse;
import dev.pulse.TopicCount;
import java.util.List;

/**
 * How many jobs stand where, counted once for all pages that tell it. Counting is the dearest
 * question here: the answer is good for a few times as long as it took, so that however many pages
 * are looked at, the database counts for a fifth of the time at most.
 */
final class Counting {
  private static final long LEAST_NANOS = 200_000_000;
  private static final int TIMES = 4;

  private final Pulse pulse;
  private List<TopicCount> counts = List.of();
  private long goodUntil = System.nanoTime();

  Counting(Pulse pulse) {
    this.pulse = pulse;
  }

  /** Who comes while somebody counts waits for that count. */
  synchronized List<TopicCount> now() {
    long begun = System.nanoTime();
    if (begun - goodUntil >= 0) {
      counts = pulse.counts();
      long took = System.nanoTime() - begun;
      goodUntil = System.nanoTime() + Math.max(LEAST_NANOS, TIMES * took);
    }
    return counts;
  }

  /** Something was done here: whoever asks next should see it. */
  synchronized void forget() {
    goodUntil = System.nanoTime();
  }
}
