package dev.pulse.server;

import dev.pulse.server.job.Jobs;
import java.time.Duration;

/**
 * Makes jobs ready when they are due: sleeps until the next one is, looks everywhere now and then.
 */
final class Promoter {
  private static final int LOOK_EVERYWHERE = 20;

  private final Jobs jobs;
  private final int chunk;
  private final Duration longest;
  private int steps;

  Promoter(Jobs jobs, int chunk, Duration longest) {
    this.jobs = jobs;
    this.chunk = chunk;
    this.longest = longest;
  }

  Duration step() {
    boolean everywhere = steps++ % LOOK_EVERYWHERE == 0;
    int moved;
    do {
      moved = jobs.promote(chunk, everywhere);
    } while (moved == chunk);
    Duration next = jobs.untilNextDue().orElse(longest);
    if (next.compareTo(longest) > 0) {
      return longest;
    }
    return next.isPositive() ? next : Duration.ZERO;
  }
}
