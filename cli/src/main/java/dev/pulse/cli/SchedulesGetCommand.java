package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Schedule;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code pulse schedules get}: all there is to know about one schedule. */
@Command(
    name = "get",
    description = "Shows a schedule.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse schedules get backup --json"})
final class SchedulesGetCommand extends ScheduleCommand {
  @Override
  ExitCode run(Pulse pulse) {
    Schedule found =
        pulse
            .schedules()
            .find(schedule)
            .orElseThrow(
                () ->
                    new PulseException(
                        PulseException.Code.NOT_FOUND, "there is no schedule " + schedule, null));
    output.answer(json -> ScheduleJson.schedule(json, found), screen -> show(found, screen));
    return ExitCode.OK;
  }

  private static void show(Schedule schedule, Screen screen) {
    screen.fact("id", schedule.id());
    screen.fact("name", schedule.name());
    screen.fact("error", schedule.error());
    screen.fact("when", ScheduleText.when(schedule.timing()));
    screen.fact("paused", schedule.paused() ? "yes" : null);
    screen.time("next run", schedule.nextRunAt());
    screen.time("last run", schedule.lastRunAt());
    screen.fact(
        "missed",
        schedule.missed() == null ? null : schedule.missed().name().toLowerCase(Locale.ROOT));
    Schedule.Template job = schedule.job();
    if (job != null) {
      screen.fact("job", job.name());
      screen.fact("topic", job.topic());
      screen.fact("args", job.args());
      screen.fact("priority", job.priority() == 0 ? null : job.priority());
      screen.fact("max attempts", job.maxAttempts());
      screen.fact("limits", job.limits().isEmpty() ? null : String.join(", ", job.limits()));
    }
    screen.time("created", schedule.createdAt());
    screen.time("updated", schedule.updatedAt());
  }
}
