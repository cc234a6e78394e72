package dev.pulse.server;

import dev.pulse.server.schedule.Schedules;
import java.time.Duration;

/** Fires schedules when they are due: sleeps until the next one is, but never long. */
final class Clockwork {
  /** What is due and was not ours is being fired by another server. */
  private static final Duration OTHERS = Duration.ofMillis(20);

  private final Schedules schedules;
  private final int chunk;
  private final Duration longest;

  Clockwork(Schedules schedules, int chunk, Duration longest) {
    this.schedules = schedules;
    this.chunk = chunk;
    this.longest = longest;
  }

  /** A look is cheap and most find nothing; what fires is a transaction. */
  Duration step() {
    Duration next = untilNext();
    if (next.isPositive()) {
      return next;
    }
    boolean fired = schedules.tick(chunk) > 0;
    next = untilNext();
    return next.isPositive() ? next : fired ? Duration.ZERO : OTHERS;
  }

  private Duration untilNext() {
    Duration next = schedules.untilNextDue().orElse(longest);
    return next.compareTo(longest) > 0 ? longest : next;
  }
}
