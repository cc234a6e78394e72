package dev.pulse.cli;

import dev.pulse.Convoy;
import dev.pulse.Pulse;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse convoy list}. */
@Command(
    name = "list",
    description = "Lists convoys that are not done, newest first.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse convoy list --all"})
final class ConvoyListCommand extends ClientCommand {
  @Option(names = "--all", description = "Those that are done too.")
  private boolean all;

  @Mixin private First first = new First();

  @Override
  void check() {
    first.check();
  }

  @Override
  ExitCode run(Pulse pulse) {
    List<Convoy> convoys = first.of(pulse.tasks().convoys(all), output);
    output.answer(json -> TaskJson.convoys(json, convoys), screen -> show(convoys, screen));
    return ExitCode.OK;
  }

  private void show(List<Convoy> convoys, Screen screen) {
    if (convoys.isEmpty()) {
      screen.line(all ? "no convoys" : "no convoy is under way");
      return;
    }
    var table =
        new Table(
            Table.Column.whole("ID"),
            Table.Column.whole("DONE"),
            Table.Column.of("TITLE"),
            Table.Column.of("BY"),
            Table.Column.whole("AGE"));
    for (Convoy convoy : convoys) {
      table.row(
          Table.Cell.of(convoy.id()),
          screen.state(convoy.done() ? "done" : convoy.closed() + "/" + convoy.total()),
          Table.Cell.of(convoy.title()),
          Table.Cell.of(convoy.createdBy()),
          Table.Cell.of(Ago.of(convoy.createdAt(), screen.now()).replace(" ago", "")));
    }
    screen.table(table);
  }
}
