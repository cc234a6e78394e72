package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.PulseTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Waits for the end of a job, through restarts of the server, and shows people that it does. */
final class Waiting {
  private static final Duration STEP = Duration.ofSeconds(1);

  private final Output output;

  Waiting(Output output) {
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
        String why =
            e.getCause() == null
                ? "waiting for " + handle.id()
                : Objects.requireNonNullElse(e.getCause().getMessage(), "the server is away");
        Duration waited = Duration.between(since, output.around().clock().instant());
        output.progress("%s … %s".formatted(why, Ago.length(waited)));
      }
    }
  }
}
