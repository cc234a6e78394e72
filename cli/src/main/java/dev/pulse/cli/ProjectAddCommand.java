package dev.pulse.cli;

import dev.pulse.Project;
import dev.pulse.Pulse;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse project add}. */
@Command(
    name = "add",
    description = "Adds a project: a repository, and who works on its tasks.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse project add shop --prefix sh --repository ~/code/shop --agent coder"
    })
final class ProjectAddCommand extends ClientCommand {
  @Parameters(paramLabel = "NAME", description = "The project's name.")
  private String name = "";

  @Option(
      names = "--prefix",
      required = true,
      paramLabel = "PREFIX",
      description = "What its tasks' ids begin with: sh for sh-a1.")
  private String prefix = "";

  @Option(
      names = "--repository",
      required = true,
      paramLabel = "DIR",
      description = "Its git repository, on the machine of the runner.")
  private Path repository = Path.of("");

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      description = "Who works on its tasks, unless a sling says otherwise.")
  private @Nullable String agent;

  @Option(
      names = "--base-branch",
      paramLabel = "BRANCH",
      description = "Where its tasks begin and are merged into (default: main).")
  private @Nullable String baseBranch;

  @Option(
      names = "--mr-command",
      paramLabel = "COMMAND",
      description = "What is run, in a shell, after a branch was pushed with --merge mr.")
  private @Nullable String mrCommand;

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
    Bounds.text("--prefix", prefix, Bounds.LONGEST_NAME);
    Bounds.text("--agent", agent, Bounds.LONGEST_NAME);
    Bounds.text("--base-branch", baseBranch, Bounds.LONGEST_NAME);
    Bounds.text("--mr-command", mrCommand, Bounds.LONGEST_KEY);
  }

  @Override
  ExitCode run(Pulse pulse) {
    Project project =
        pulse
            .tasks()
            .addProject(
                new Project(
                    name,
                    prefix,
                    repository.toAbsolutePath().normalize().toString(),
                    agent,
                    baseBranch,
                    mrCommand));
    output.answer(
        json -> TaskJson.project(json, project),
        screen ->
            screen.line(
                "%s: tasks %s-…, done by %s, merged into %s"
                    .formatted(
                        project.name(),
                        project.prefix(),
                        project.agent() == null ? "whom a sling names" : project.agent(),
                        project.baseBranch())));
    return ExitCode.OK;
  }
}
