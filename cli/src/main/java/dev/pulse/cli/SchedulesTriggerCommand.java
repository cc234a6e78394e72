package dev.pulse.cli;

import dev.pulse.JobHandle;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse schedules trigger}: its job now, outside the series (S3). */
@Command(
    name = "trigger",
    description = "Submits a schedule's job now, also while it is paused.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse schedules trigger backup"})
final class SchedulesTriggerCommand extends ScheduleCommand {
  @Override
  ExitCode run(Pulse pulse) {
    JobHandle handle = pulse.schedules().trigger(schedule);
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", handle.id().toString());
          json.writeBooleanField("existing", handle.existing());
          json.writeEndObject();
        },
        screen -> screen.line(handle.id().toString()));
    return ExitCode.OK;
  }
}
