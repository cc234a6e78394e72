package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Schedule;
import dev.pulse.SchedulePage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse schedules list}: one page of schedules. */
@Command(
    name = "list",
    description = "Lists schedules by name.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse schedules list --limit 20"})
final class SchedulesListCommand extends ClientCommand {
  @Mixin private Paging paging = new Paging();

  @Override
  void check() {
    paging.check();
  }

  @Override
  ExitCode run(Pulse pulse) {
    SchedulePage page = pulse.schedules().page(paging.limit(), paging.cursor());
    output.answer(json -> ScheduleJson.page(json, page), screen -> show(page, screen));
    Paging.hint(page.next(), output);
    return ExitCode.OK;
  }

  private static void show(SchedulePage page, Screen screen) {
    if (page.schedules().isEmpty()) {
      screen.line("no schedules");
      return;
    }
    var table =
        new Table(
            Table.Column.of("NAME"),
            Table.Column.of("WHEN"),
            Table.Column.of("JOB"),
            Table.Column.whole("NEXT"),
            Table.Column.whole("LAST"));
    for (Schedule schedule : page.schedules()) {
      Schedule.Template job = schedule.job();
      table.row(
          Table.Cell.of(schedule.name()),
          Table.Cell.of(ScheduleText.when(schedule.timing())),
          Table.Cell.of(job == null ? "?" : job.name()),
          Table.Cell.of(ScheduleText.next(schedule, screen.now())),
          screen.ago(schedule.lastRunAt()));
    }
    screen.table(table);
  }
}
