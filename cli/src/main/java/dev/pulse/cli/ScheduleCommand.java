package dev.pulse.cli;

import dev.pulse.Schedule;
import picocli.CommandLine.Parameters;

/** A command about one schedule. */
abstract class ScheduleCommand extends ClientCommand {
  @Parameters(paramLabel = "SCHEDULE", description = "The schedule's name, or its id.")
  String schedule = "";

  @Override
  void check() {
    Bounds.text("SCHEDULE", schedule, Bounds.LONGEST_NAME);
  }

  final void tell(Schedule changed) {
    output.answer(
        json -> ScheduleJson.schedule(json, changed),
        screen -> screen.line(ScheduleText.line(changed, screen.now())));
  }
}
