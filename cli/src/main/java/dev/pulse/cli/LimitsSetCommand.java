package dev.pulse.cli;

import dev.pulse.Limit;
import dev.pulse.LimitOptions;
import dev.pulse.Pulse;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse limits set}: makes a limit or changes parts of it. */
@Command(
    name = "set",
    description = "Makes a limit, or changes what the options say of it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  pulse limits set claude --max-running 3",
      "  pulse limits set claude --paused-until 2026-01-31T09:30:00Z --reason 'quota'"
    })
final class LimitsSetCommand extends ClientCommand {
  @Parameters(paramLabel = "NAME", description = "The limit's name, as jobs carry it.")
  private String name = "";

  @Option(
      names = "--max-running",
      paramLabel = "N",
      description = "At most so many at once; 0 stops all.")
  private @Nullable Integer maxRunning;

  @Option(names = "--no-max-running", description = "Any number at once.")
  private boolean anyNumberRunning;

  @Option(
      names = "--rate",
      paramLabel = "N/DURATION",
      converter = RateText.class,
      description = "At most so many starts in any such period: 100/1h.")
  private Limit.@Nullable Rate rate;

  @Option(names = "--no-rate", description = "Starts at any rate.")
  private boolean anyRate;

  @Option(
      names = "--paused-until",
      paramLabel = "TIME",
      converter = TimeText.class,
      description = "Nothing starts before.")
  private @Nullable Instant pausedUntil;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why it is paused.")
  private @Nullable String reason;

  @Option(names = "--resume", description = "Lifts the pause.")
  private boolean resume;

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
    Bounds.range("--max-running", maxRunning, 0, Integer.MAX_VALUE);
    Bounds.text("--reason", reason, Bounds.LONGEST_KEY);
    exclusive("--max-running", maxRunning != null, "--no-max-running", anyNumberRunning);
    exclusive("--rate", rate != null, "--no-rate", anyRate);
    exclusive("--paused-until", pausedUntil != null, "--resume", resume);
    if (reason != null && pausedUntil == null) {
      throw Misuse.option("--reason", "it goes with --paused-until");
    }
  }

  private static void exclusive(String one, boolean hasOne, String other, boolean hasOther) {
    if (hasOne && hasOther) {
      throw Misuse.option(one, "it excludes " + other);
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    Limit limit = pulse.limits().set(name, this::say);
    output.answer(
        json -> LimitJson.limit(json, limit),
        screen -> screen.line(LimitText.line(limit, screen.now())));
    return ExitCode.OK;
  }

  private void say(LimitOptions options) {
    if (maxRunning != null) {
      options.maxRunning(maxRunning);
    }
    if (anyNumberRunning) {
      options.anyNumberRunning();
    }
    if (rate != null) {
      options.rate(rate.starts(), rate.per());
    }
    if (anyRate) {
      options.anyRate();
    }
    if (pausedUntil != null) {
      options.pause(pausedUntil, reason == null ? "no reason given" : reason);
    }
    if (resume) {
      options.resume();
    }
  }
}
