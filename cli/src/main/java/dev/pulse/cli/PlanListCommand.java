package dev.pulse.cli;

import dev.pulse.agents.relay.PlanView;
import dev.pulse.agents.relay.Plans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse plan list}: the plans and how far they have come. */
@Command(
    name = "list",
    description = "Lists drafts, active and failed plans.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse plan list --all"})
final class PlanListCommand extends FileCommand {
  @Option(names = "--all", description = "The completed ones too.")
  private boolean all;

  @Override
  ExitCode run(Plans plans) throws IOException {
    var views = new ArrayList<>(plans.unfinished());
    if (all) {
      views.addAll(plans.completed());
    }
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "plans", views, (to, view) -> write(to, view.document()));
          json.writeEndObject();
        },
        screen -> show(views, screen));
    return ExitCode.OK;
  }

  private static void show(List<PlanView> views, Screen screen) {
    if (views.isEmpty()) {
      screen.line("no plans; 'pulse plan new NAME' writes a draft");
      return;
    }
    var table =
        new Table(
            Table.Column.of("PLAN"),
            Table.Column.whole("FOLDER"),
            Table.Column.whole("DONE"),
            Table.Column.of("STANDS"));
    for (PlanView view : views) {
      table.row(
          Table.Cell.of(view.name()),
          Table.Cell.of(view.folder()),
          Table.Cell.of(view.completed() + "/" + view.components().size()),
          Table.Cell.of(view.stands()));
    }
    screen.table(table);
  }
}
