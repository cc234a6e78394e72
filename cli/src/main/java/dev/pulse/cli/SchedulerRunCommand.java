package dev.pulse.cli;

import dev.pulse.Cycle;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse scheduler run}. */
@Command(
    name = "run",
    description = "Runs one dispatch cycle now, or says what it would do.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse scheduler run --dry-run"})
final class SchedulerRunCommand extends ClientCommand {
  @Option(names = "--dry-run", description = "Only say what it would do.")
  private boolean dryRun;

  @Override
  ExitCode run(Pulse pulse) {
    Cycle cycle = dryRun ? pulse.scheduler().dryRun() : pulse.scheduler().run();
    output.answer(
        json -> SlingJson.cycle(json, cycle), screen -> SchedulerText.cycle(cycle, screen));
    return cycle.steps().stream().anyMatch(step -> step.failure() != null)
        ? ExitCode.FAILED
        : ExitCode.OK;
  }
}
