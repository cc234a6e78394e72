package dev.pulse.internal;

import java.time.Duration;

/** A moment that must not be passed, by the JVM's monotonic clock. */
final class Deadline {
  /** Longer than any process lives, and far from overflowing nanoseconds. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  private final long nanos;

  private Deadline(long nanos) {
    this.nanos = nanos;
  }

  static Deadline in(Duration time) {
    Duration bounded = time.compareTo(FOREVER) > 0 ? FOREVER : time;
    return new Deadline(System.nanoTime() + bounded.toNanos());
  }

  /** The time left; zero when it has passed. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  boolean hasPassed() {
    return left().isZero();
  }
}
