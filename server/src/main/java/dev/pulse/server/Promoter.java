package dev.pulse.server;

import dev.pulse.server.job.Jobs;
import java.time.Duration;

/**
 * Makes jobs ready when they are due: sleeps until the next one is, looks everywhere now and then.
 */
final class Promoter {
  private static final int LOOK_EVERYWHERE = 20;

  /** What is due and was not ours is being moved by another server. */
  private static final Duration OTHERS = Duration.ofMillis(20);

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
    Duration next = untilNext();
    if (next.isPositive() && !everywhere) {
      return next;
    }
    int moved = jobs.promote(chunk, everywhere);
    boolean any = moved > 0;
    while (moved == chunk) {
      moved = jobs.promote(chunk, everywhere);
    }
    next = untilNext();
    return next.isPositive() ? next : any ? Duration.ZERO : OTHERS;
  }

  private Duration untilNext() {
    Duration next = jobs.untilNextDue().orElse(longest);
    return next.compareTo(longest) > 0 ? longest : next;
  }
}
