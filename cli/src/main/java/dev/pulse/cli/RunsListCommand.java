package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Run;
import dev.pulse.RunFilter;
import dev.pulse.Runs;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse runs list}: one page of runs. */
@Command(
    name = "list",
    description = "Lists runs, the newest first.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse runs list --status waiting"})
final class RunsListCommand extends ClientCommand {
  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only runs that are running, waiting, completed, failed or canceled.")
  private @Nullable String status;

  @Option(names = "--name", paramLabel = "NAME", description = "Only runs of this name.")
  private @Nullable String name;

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
    String asked = status == null ? null : status.toLowerCase(Locale.ROOT);
    Runs.Page<Run> page = pulse.runs().list(new RunFilter(asked, name, limit, cursor));
    output.answer(json -> RunJson.runs(json, page), screen -> draw(page, screen));
    page.next().ifPresent(next -> output.hint("more: --cursor " + next));
    return ExitCode.OK;
  }

  private static void draw(Runs.Page<Run> page, Screen screen) {
    if (page.items().isEmpty()) {
      screen.line("no runs");
      return;
    }
    var table =
        new Table(
            Table.Column.whole("ID"),
            Table.Column.whole("STATUS"),
            Table.Column.of("NAME"),
            Table.Column.whole("AGE"));
    for (Run run : page.items()) {
      table.row(
          Table.Cell.of(run.id()),
          Table.Cell.of(run.status().name().toLowerCase(Locale.ROOT)),
          Table.Cell.of(run.name()),
          screen.ago(run.createdAt()));
    }
    screen.table(table);
  }
}
