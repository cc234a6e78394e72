package dev.pulse.cli;

import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse schedules delete} (S3). */
@Command(
    name = "delete",
    description = "Deletes a schedule; its jobs stay.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse schedules delete backup"})
final class SchedulesDeleteCommand extends ScheduleCommand {
  @Override
  ExitCode run(Pulse pulse) {
    pulse.schedules().delete(schedule);
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("schedule", schedule);
          json.writeBooleanField("deleted", true);
          json.writeEndObject();
        },
        screen -> screen.line(schedule + " deleted"));
    return ExitCode.OK;
  }
}
