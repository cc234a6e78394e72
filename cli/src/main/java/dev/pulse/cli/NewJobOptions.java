package dev.pulse.cli;

import dev.pulse.JobOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said about a job beyond its name and args (C2). */
final class NewJobOptions {
  private static final Duration LONGEST_DELAY = Duration.ofDays(3653);

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "Lane it waits in (default: default).")
  private @Nullable String topic;

  @Option(names = "--priority", paramLabel = "N", description = "Higher goes first, -1000 to 1000.")
  private @Nullable Integer priority;

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
      names = "--max-attempts",
      paramLabel = "N",
      description = "How often it may be tried, 1 to 1000 (default: 5).")
  private @Nullable Integer maxAttempts;

  @Option(
      names = "--unique-key",
      paramLabel = "KEY",
      description = "While a job with this key is unfinished, it is returned instead.")
  private @Nullable String uniqueKey;

  @Option(
      names = "--limit",
      paramLabel = "NAME",
      split = ",",
      description = "A limit it counts against; may be repeated.")
  private List<String> limits = List.of();

  @Option(
      names = "--id",
      paramLabel = "UUID",
      converter = JobIdText.class,
      description = "An id of your choice: submitting it again is a no-op.")
  private @Nullable UUID id;

  void check() {
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    Bounds.range("--priority", priority, -1000, 1000);
    Bounds.range("--max-attempts", maxAttempts, 1, 1000);
    Bounds.text("--unique-key", uniqueKey, Bounds.LONGEST_KEY);
    limits.forEach(limit -> Bounds.text("--limit", limit, Bounds.LONGEST_NAME));
    if (delay != null && at != null) {
      throw new Misuse("--delay and --at exclude each other");
    }
    if (delay != null && delay.compareTo(LONGEST_DELAY) > 0) {
      throw Misuse.option("--delay", "it is at most 10 years");
    }
  }

  void applyTo(JobOptions options) {
    given(topic, options::topic);
    given(priority, options::priority);
    given(delay, options::delay);
    given(at, options::at);
    given(maxAttempts, options::maxAttempts);
    given(uniqueKey, options::uniqueKey);
    given(id, options::id);
    options.limits(limits.toArray(String[]::new));
  }

  private static <T> void given(@Nullable T value, Consumer<T> option) {
    if (value != null) {
      option.accept(value);
    }
  }
}
