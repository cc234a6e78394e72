package dev.pulse.cli;

import dev.pulse.Limit;
import dev.pulse.Pulse;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code pulse limits list}: every limit and how much of it is taken. */
@Command(
    name = "list",
    description = "Lists limits by name, and how much of each is taken.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse limits list"})
final class LimitsListCommand extends ClientCommand {
  @Override
  ExitCode run(Pulse pulse) {
    List<Limit> limits = pulse.limits().list().toList();
    output.answer(json -> LimitJson.all(json, limits), screen -> show(limits, screen));
    return ExitCode.OK;
  }

  private static void show(List<Limit> limits, Screen screen) {
    if (limits.isEmpty()) {
      screen.line("no limits; make one: pulse limits set NAME --max-running N");
      return;
    }
    var table =
        new Table(
            Table.Column.of("NAME"),
            Table.Column.whole("RUNNING"),
            Table.Column.whole("STARTED"),
            Table.Column.of("PAUSED"),
            Table.Column.whole("CHANGED"));
    for (Limit limit : limits) {
      table.row(
          Table.Cell.of(limit.name()),
          Table.Cell.of(LimitText.running(limit)),
          Table.Cell.of(LimitText.started(limit)),
          Table.Cell.of(LimitText.paused(limit, screen.now())),
          screen.ago(limit.updatedAt()));
    }
    screen.table(table);
  }
}
