package dev.pulse.server.limit;

import dev.pulse.server.job.JobRefused;
import java.time.Duration;

/** So many starts in any period of that length. */
public record Rate(int starts, Duration per) {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofDays(366);

  public Rate {
    if (starts < 1) {
      throw JobRefused.invalid("rate: at least one start, not " + starts);
    }
    if (per.compareTo(SHORTEST) < 0 || per.compareTo(LONGEST) > 0) {
      throw JobRefused.invalid("rate: a period between 100 ms and 366 days");
    }
  }
}
