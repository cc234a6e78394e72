package dev.pulse.cli;

import dev.pulse.NewTask;
import dev.pulse.Pulse;
import dev.pulse.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse task add}. */
@Command(
    name = "add",
    description = "Adds a task to a project.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse task add 'Fix the till' --project shop --after sh-a1",
      "  pulse task add 'Release 2' --project shop --epic"
    })
final class TaskAddCommand extends ClientCommand {
  @Parameters(paramLabel = "TITLE", description = "What is to be done, in one line.")
  private String title = "";

  @Option(names = "--project", paramLabel = "NAME", description = "Where it belongs.")
  private @Nullable String project;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "An id of your own, with the project's prefix: sh-till.")
  private @Nullable String id;

  @Option(
      names = "--description",
      paramLabel = "TEXT",
      description = "The whole of it; @FILE reads a file, - standard input.")
  private @Nullable String description;

  @Option(names = "--epic", description = "It is an epic: a task with children.")
  private boolean epic;

  @Option(names = "--parent", paramLabel = "EPIC", description = "The epic it is part of.")
  private @Nullable String parent;

  @Option(names = "--label", paramLabel = "LABEL", description = "A label; may be repeated.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--after",
      paramLabel = "TASK",
      description = "A task that must be closed before; may be repeated.")
  private List<String> after = new ArrayList<>();

  @Override
  void check() {
    Bounds.text("TITLE", title, Bounds.LONGEST_KEY);
    Bounds.text("--project", project, Bounds.LONGEST_NAME);
    Bounds.text("--id", id, Bounds.LONGEST_NAME);
    Bounds.text("--parent", parent, Bounds.LONGEST_NAME);
    labels.forEach(label -> Bounds.text("--label", label, Bounds.LONGEST_NAME));
    after.forEach(task -> Bounds.text("--after", task, Bounds.LONGEST_NAME));
    if (project == null == (id == null)) {
      throw Misuse.option("--project", "say where the task belongs, or else its --id");
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    Task task = pulse.tasks().add(asked());
    output.answer(
        json -> TaskJson.task(json, task),
        screen ->
            screen.line("%s %s: %s".formatted(task.id(), TaskText.state(task), task.title())));
    return ExitCode.OK;
  }

  private NewTask asked() {
    NewTask task =
        id == null ? NewTask.of(String.valueOf(project), title) : NewTask.withId(id, title);
    if (description != null) {
      task.description(new ArgsText(description).text(output.around(), "--description"));
    }
    if (epic) {
      task.epic();
    }
    if (parent != null) {
      task.parent(parent);
    }
    return task.labels(labels.toArray(String[]::new)).dependsOn(after.toArray(String[]::new));
  }
}
