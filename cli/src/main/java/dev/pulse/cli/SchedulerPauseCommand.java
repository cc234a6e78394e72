package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.SchedulerStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse scheduler pause}. */
@Command(
    name = "pause",
    description = "Stops the dispatch of slung tasks; agents that run go on.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse scheduler pause --reason 'quota is low'"})
final class SchedulerPauseCommand extends ClientCommand {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "no reason given",
      description = "Why; shown to whoever wonders.")
  private String reason = "no reason given";

  @Override
  void check() {
    Bounds.text("--reason", reason, Bounds.LONGEST_KEY);
  }

  @Override
  ExitCode run(Pulse pulse) {
    SchedulerStatus status = pulse.scheduler().pause(reason);
    output.answer(
        json -> SlingJson.status(json, status), screen -> SchedulerText.status(status, screen));
    return ExitCode.OK;
  }
}
