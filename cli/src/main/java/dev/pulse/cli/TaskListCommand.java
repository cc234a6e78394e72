package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.TaskFilter;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse task list}. */
@Command(
    name = "list",
    description = "Lists tasks that are not closed, oldest first.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task list --project shop --label urgent"})
final class TaskListCommand extends ClientCommand {
  private static final Set<String> STATUSES = Set.of("open", "in_progress", "closed", "all");

  @Option(names = "--project", paramLabel = "NAME", description = "Only tasks of this project.")
  private @Nullable String project;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only tasks that are open, in_progress or closed; all: every one.")
  private @Nullable String status;

  @Option(names = "--label", paramLabel = "LABEL", description = "Only tasks with this label.")
  private @Nullable String label;

  @Option(names = "--parent", paramLabel = "EPIC", description = "Only children of this epic.")
  private @Nullable String parent;

  @Mixin private First first = new First();

  @Override
  void check() {
    Bounds.text("--project", project, Bounds.LONGEST_NAME);
    Bounds.text("--label", label, Bounds.LONGEST_NAME);
    Bounds.text("--parent", parent, Bounds.LONGEST_NAME);
    if (status != null && !STATUSES.contains(status)) {
      throw Misuse.option(
          "--status", "'%s' is not one of open, in_progress, closed, all".formatted(status));
    }
    first.check();
  }

  @Override
  ExitCode run(Pulse pulse) {
    var filter = new TaskFilter(project, status, false, label, parent);
    TaskText.answer(first.of(pulse.tasks().list(filter), output), output, "no tasks");
    return ExitCode.OK;
  }
}
