package dev.pulse.cli;

import dev.pulse.Explanation;
import dev.pulse.Explanation.Reason;
import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.PulseTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Waits for the end of a job, through restarts of the server, and tells people meanwhile where it
 * stands and what it waits for.
 */
final class Waiting {
  private static final Duration STEP = Duration.ofSeconds(1);

  private final Pulse pulse;
  private final Output output;

  Waiting(Pulse pulse, Output output) {
    this.pulse = pulse;
    this.output = output;
  }

  Job until(JobHandle handle) {
    Instant since = output.around().clock().instant();
    while (true) {
      try {
        Job job = handle.await(STEP);
        output.progress("");
        return job;
      } catch (PulseTimeoutException e) {
        if (output.isWatched()) {
          Duration waited = Duration.between(since, output.around().clock().instant());
          output.progress("%s  %s".formatted(Ago.length(waited), standing(handle.id())));
        }
      }
    }
  }

  /** What {@code explain} would say, in a line. */
  private String standing(UUID job) {
    try {
      Explanation known = pulse.explain(job);
      String why = known.reasons().stream().findFirst().map(Reason::message).orElse("");
      return "%s %s".formatted(known.status(), why);
    } catch (PulseException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
