package dev.pulse.cli;

import dev.pulse.JobOptions;
import dev.pulse.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said about a job that is submitted now, beyond its name (C2). */
final class NewJobOptions {
  private static final Duration LONGEST_DELAY = Duration.ofDays(3653);

  @Mixin private JobTraits traits = new JobTraits();

  @Option(
      names = "--delay",
      paramLabel = "DURATION",
      converter = DurationText.class,
      description = "Not before this much time has passed: 90s, 1h30m.")
  private @Nullable Duration delay;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = TimeText.class,
      description = "Not before this time: 2026-01-31T09:30:00Z.")
  private @Nullable Instant at;

  @Option(
      names = "--unique-key",
      paramLabel = "KEY",
      description = "While a job with this key is unfinished, it is returned instead.")
  private @Nullable String uniqueKey;

  @Option(
      names = "--id",
      paramLabel = "UUID",
      converter = JobIdText.class,
      description = "An id of your choice: submitting it again is a no-op.")
  private @Nullable UUID id;

  void check(Surroundings around) {
    Bounds.text("--unique-key", uniqueKey, Bounds.LONGEST_KEY);
    if (delay != null && at != null) {
      throw new Misuse("--delay and --at exclude each other");
    }
    if (delay != null && delay.compareTo(LONGEST_DELAY) > 0) {
      throw Misuse.option("--delay", "it is at most 10 years");
    }
    traits.check(around);
  }

  @Nullable Json args() {
    return traits.args();
  }

  void applyTo(JobOptions options) {
    traits.applyTo(options);
    JobTraits.given(delay, options::delay);
    JobTraits.given(at, options::at);
    JobTraits.given(uniqueKey, options::uniqueKey);
    JobTraits.given(id, options::id);
  }
}
