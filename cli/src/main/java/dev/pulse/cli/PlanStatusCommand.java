package dev.pulse.cli;

import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.PlanView;
import dev.pulse.agents.relay.Plans;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse plan status}: how far a plan has come, computed from its file (R12). */
@Command(
    name = "status",
    description = "Shows a plan's components and how they stand.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse plan status release"})
final class PlanStatusCommand extends FileCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The plan's name.")
  private String name = "";

  @Override
  ExitCode run(Plans plans) throws IOException, PlanRefused {
    PlanView view = plans.find(name);
    output.answer(json -> write(json, view.document()), screen -> show(view, screen));
    return ExitCode.OK;
  }

  static void show(PlanView view, Screen screen) {
    screen.fact("plan", view.title());
    screen.fact("file", view.file());
    screen.fact("done", view.completed() + " of " + view.components().size());
    screen.fact("stands", view.stands());
    var table =
        new Table(
            Table.Column.whole("NO"),
            Table.Column.whole("STATUS"),
            Table.Column.whole("TRIES"),
            Table.Column.of("AGENT"),
            Table.Column.of("TITLE"),
            Table.Column.of("RESULT"));
    for (PlanView.Part part : view.components()) {
      table.row(
          Table.Cell.of(part.number()),
          Table.Cell.of(part.status()),
          Table.Cell.of(part.attempt()),
          Table.Cell.of(part.agent()),
          Table.Cell.of(part.title()),
          Table.Cell.of(part.result() == null ? "" : part.result()));
    }
    screen.table(table);
    view.problems().forEach(problem -> screen.line(problem.toString()));
  }
}
