package dev.pulse.cli;

import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse schedules pause} (S3). */
@Command(
    name = "pause",
    description = "Keeps a schedule from firing.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse schedules pause backup"})
final class SchedulesPauseCommand extends ScheduleCommand {
  @Override
  ExitCode run(Pulse pulse) {
    tell(pulse.schedules().pause(schedule));
    return ExitCode.OK;
  }
}
