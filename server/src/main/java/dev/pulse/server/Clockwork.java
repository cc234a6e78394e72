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

  Duration step() {
    boolean fired = schedules.tick(chunk) > 0;
    Duration next = schedules.untilNextDue().orElse(longest);
    if (next.compareTo(longest) > 0) {
      return longest;
    }
    return next.isPositive() ? next : fired ? Duration.ZERO : OTHERS;
  }
}
