package dev.pulse.cli;

import dev.pulse.JobPage;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse schedules fires}: the jobs that a schedule made (S2). */
@Command(
    name = "fires",
    description = "Lists the jobs that a schedule made, the newest first.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse schedules fires backup --limit 10"})
final class SchedulesFiresCommand extends ScheduleCommand {
  @Mixin private Paging paging = new Paging();

  @Override
  void check() {
    super.check();
    paging.check();
  }

  @Override
  ExitCode run(Pulse pulse) {
    JobPage page = pulse.schedules().fires(schedule, paging.limit(), paging.cursor());
    output.answer(json -> JobJson.page(json, page), screen -> Listing.draw(page, screen));
    Paging.hint(page.next(), output);
    return ExitCode.OK;
  }
}
