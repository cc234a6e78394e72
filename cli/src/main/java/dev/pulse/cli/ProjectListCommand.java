package dev.pulse.cli;

import dev.pulse.Project;
import dev.pulse.Pulse;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code pulse project list}. */
@Command(
    name = "list",
    description = "Lists projects by name.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse project list"})
final class ProjectListCommand extends ClientCommand {
  @Override
  ExitCode run(Pulse pulse) {
    List<Project> projects = pulse.tasks().projects();
    output.answer(json -> TaskJson.projects(json, projects), screen -> show(projects, screen));
    return ExitCode.OK;
  }

  private static void show(List<Project> projects, Screen screen) {
    if (projects.isEmpty()) {
      screen.line("no projects; add one: pulse project add NAME --prefix P --repository DIR");
      return;
    }
    var table =
        new Table(
            Table.Column.of("NAME"),
            Table.Column.whole("PREFIX"),
            Table.Column.of("AGENT"),
            Table.Column.of("BASE"),
            Table.Column.of("REPOSITORY"));
    for (Project project : projects) {
      table.row(
          Table.Cell.of(project.name()),
          Table.Cell.of(project.prefix()),
          Table.Cell.of(project.agent() == null ? "" : project.agent()),
          Table.Cell.of(project.baseBranch() == null ? "main" : project.baseBranch()),
          Table.Cell.of(project.repository()));
    }
    screen.table(table);
  }
}
