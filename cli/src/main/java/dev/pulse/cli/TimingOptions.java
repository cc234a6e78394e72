package dev.pulse.cli;

import dev.pulse.ScheduleOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a schedule fires: exactly one of three ways (S1). */
final class TimingOptions {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(3653);

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = TimeText.class,
      description = "Once, at this time: 2026-01-31T09:30:00Z.")
  private @Nullable Instant at;

  @Option(
      names = "--every",
      paramLabel = "DURATION",
      converter = DurationText.class,
      description = "Again and again: 90s, 1h30m. First after one period.")
  private @Nullable Duration every;

  @Option(
      names = "--cron",
      paramLabel = "EXPRESSION",
      description = "At local times: '30 2 * * *', with seconds '0 30 2 * * *', '@daily'.")
  private @Nullable String cron;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      converter = ZoneText.class,
      description = "Whose local times --cron means: Europe/Berlin (default: UTC).")
  private @Nullable ZoneId zone;

  void check() {
    long given = Stream.of(at != null, every != null, cron != null).filter(is -> is).count();
    if (given != 1) {
      throw new Misuse("say when: exactly one of --at, --every and --cron");
    }
    if (zone != null && cron == null) {
      throw Misuse.option("--zone", "it goes with --cron");
    }
    if (every != null && (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0)) {
      throw Misuse.option("--every", "it is between 1s and 10 years");
    }
    Bounds.text("--cron", cron, Bounds.LONGEST_NAME);
  }

  void applyTo(ScheduleOptions options) {
    JobTraits.given(at, options::at);
    JobTraits.given(every, options::every);
    JobTraits.given(cron, expression -> options.cron(expression, zone()));
  }

  ZoneId zone() {
    return zone == null ? ZoneOffset.UTC : zone;
  }
}
