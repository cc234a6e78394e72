package dev.pulse.cli;

import dev.pulse.Project;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse project remove}. */
@Command(
    name = "remove",
    description = "Removes a project that has no tasks to do; its repository is left alone.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse project remove shop"})
final class ProjectRemoveCommand extends ClientCommand {
  @Parameters(paramLabel = "NAME", description = "The project's name.")
  private String name = "";

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    Project project = pulse.tasks().removeProject(name);
    output.answer(
        json -> TaskJson.project(json, project), screen -> screen.line(name + " removed"));
    return ExitCode.OK;
  }
}
