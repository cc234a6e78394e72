package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.RunFilter;
import dev.pulse.Runs;
import dev.pulse.Wait;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse waits}: the inbox across runs (N9). */
@Command(
    name = "waits",
    description = "Lists what runs wait for, the oldest first.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse waits"})
final class WaitsCommand extends ClientCommand {
  @Option(
      names = "--status",
      paramLabel = "STATUS",
      defaultValue = "pending",
      description =
          "Only waits that are pending, delivered, expired or closed; or all"
              + " (default: ${DEFAULT-VALUE}).")
  private String status = "pending";

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many, 1 to 500 (default: ${DEFAULT-VALUE}).")
  private int limit = 50;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "Go on where the page before ended.")
  private @Nullable String cursor;

  @Override
  void check() {
    Bounds.range("--limit", limit, 1, 500);
  }

  @Override
  ExitCode run(Pulse pulse) {
    String asked = status.equals("all") ? null : status;
    Runs.Page<Wait> page = pulse.runs().waits(new RunFilter(asked, null, limit, cursor));
    output.answer(json -> RunJson.waits(json, page), screen -> draw(page, screen));
    page.next().ifPresent(next -> output.hint("more: --cursor " + next));
    return ExitCode.OK;
  }

  private static void draw(Runs.Page<Wait> page, Screen screen) {
    if (page.items().isEmpty()) {
      screen.line("nobody waits");
      return;
    }
    var table =
        new Table(
            Table.Column.whole("RUN"),
            Table.Column.of("NAME"),
            Table.Column.of("SIGNAL"),
            Table.Column.whole("STATUS"),
            Table.Column.whole("SINCE"),
            Table.Column.of("QUESTION"));
    for (Wait wait : page.items()) {
      table.row(
          Table.Cell.of(wait.runId()),
          Table.Cell.of(wait.runName()),
          Table.Cell.of(wait.signal()),
          Table.Cell.of(wait.status()),
          screen.ago(wait.createdAt()),
          Table.Cell.of(wait.question() == null ? "" : Screen.oneLine(wait.question())));
    }
    screen.table(table);
  }
}
