package dev.pulse.cli;

import dev.pulse.Pause;
import dev.pulse.Pulse;
import java.util.List;

/** A command whose answer is what is paused afterwards. */
abstract class PausesCommand extends ClientCommand {
  abstract List<Pause> pauses(Pulse pulse);

  @Override
  ExitCode run(Pulse pulse) {
    List<Pause> pauses = pauses(pulse);
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeBooleanField("paused", pauses.stream().anyMatch(each -> each.topic() == null));
          JobJson.list(json, "pauses", pauses, JobJson::pause);
          json.writeEndObject();
        },
        screen -> show(pauses, screen));
    return ExitCode.OK;
  }

  private static void show(List<Pause> pauses, Screen screen) {
    if (pauses.isEmpty()) {
      screen.line("nothing is paused");
      return;
    }
    var table =
        new Table(
            Table.Column.of("PAUSED"),
            Table.Column.of("SINCE"),
            Table.Column.of("BY"),
            Table.Column.of("REASON"));
    for (Pause pause : pauses) {
      table.row(
          Table.Cell.of(pause.topic() == null ? "everything" : pause.topic()),
          screen.ago(pause.since()),
          Table.Cell.of(pause.actor()),
          Table.Cell.of(pause.reason()));
    }
    screen.table(table);
  }
}
