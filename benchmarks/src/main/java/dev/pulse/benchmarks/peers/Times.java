package dev.pulse.benchmarks.peers;

import java.util.Arrays;
import java.util.Map;

/** How long single jobs took to their start. */
final class Times {
  private final long[] fromCall;
  private final long[] fromCommit;
  private final int lost;

  /**
   * @param fromCall nanoseconds from the call that submits to the start of the handler
   * @param fromCommit from the return of that call; below zero where the handler was quicker
   * @param lost how many did not start at all
   */
  Times(long[] fromCall, long[] fromCommit, int lost) {
    this.fromCall = sorted(fromCall);
    this.fromCommit = sorted(fromCommit);
    this.lost = lost;
  }

  private static long[] sorted(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /** As a driver tells it, and {@link Driven} reads it. */
  Map<String, Object> json() {
    return Map.of("fromCall", fromCall, "fromCommit", fromCommit, "lost", lost);
  }

  int count() {
    return fromCall.length;
  }

  int lost() {
    return lost;
  }

  /** Milliseconds from the call that this share of them did not exceed. */
  double fromCall(double share) {
    return millis(fromCall, share);
  }

  /** Milliseconds from the commit that this share of them did not exceed. */
  double fromCommit(double share) {
    return millis(fromCommit, share);
  }

  private static double millis(long[] sorted, double share) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))] / 1e6;
  }
}
