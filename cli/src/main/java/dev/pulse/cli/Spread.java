package dev.pulse.cli;

import java.time.Duration;
import java.util.Arrays;

/** Many times that something took, from the shortest to the longest. */
final class Spread {
  private final long[] nanos;

  Spread(long[] nanos) {
    this.nanos = nanos.clone();
    Arrays.sort(this.nanos);
  }

  int count() {
    return nanos.length;
  }

  /**
   * What this share of them did not exceed.
   *
   * @param share 0.5 for the median, 1 for the longest
   */
  Duration at(double share) {
    return nanos.length == 0
        ? Duration.ZERO
        : Duration.ofNanos(nanos[Math.min(nanos.length - 1, (int) (nanos.length * share))]);
  }
}
