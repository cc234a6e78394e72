package dev.pulse.cli;

import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse schedules resume} (S3). */
@Command(
    name = "resume",
    description = "Lets a schedule fire again; what was missed goes by its policy.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse schedules resume backup"})
final class SchedulesResumeCommand extends ScheduleCommand {
  @Override
  ExitCode run(Pulse pulse) {
    tell(pulse.schedules().resume(schedule));
    return ExitCode.OK;
  }
}
