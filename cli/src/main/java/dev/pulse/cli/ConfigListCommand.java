package dev.pulse.cli;

import dev.pulse.Config.Setting;
import dev.pulse.Pulse;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code pulse config list}. */
@Command(
    name = "list",
    description = "Lists every setting and what it means.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse config list"})
final class ConfigListCommand extends ClientCommand {
  @Override
  ExitCode run(Pulse pulse) {
    List<Setting> settings = pulse.config().list();
    output.answer(json -> SlingJson.settings(json, settings), screen -> show(settings, screen));
    return ExitCode.OK;
  }

  private static void show(List<Setting> settings, Screen screen) {
    var table =
        new Table(
            Table.Column.whole("NAME"),
            Table.Column.of("VALUE"),
            Table.Column.of("DEFAULT"),
            Table.Column.of("MEANING"));
    for (Setting setting : settings) {
      table.row(
          Table.Cell.of(setting.name()),
          Table.Cell.of(setting.value()),
          Table.Cell.of(setting.defaultValue()),
          Table.Cell.of(setting.description()));
    }
    screen.table(table);
  }
}
