package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.TaskFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse task ready}. */
@Command(
    name = "ready",
    description = "Lists tasks that could be worked on now: open, and waiting for nothing.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task ready --project shop"})
final class TaskReadyCommand extends ClientCommand {
  @Option(names = "--project", paramLabel = "NAME", description = "Only tasks of this project.")
  private @Nullable String project;

  @Mixin private First first = new First();

  @Override
  void check() {
    Bounds.text("--project", project, Bounds.LONGEST_NAME);
    first.check();
  }

  @Override
  ExitCode run(Pulse pulse) {
    var filter = new TaskFilter(project, null, true, null, null);
    TaskText.answer(first.of(pulse.tasks().list(filter), output), output, "nothing is ready");
    return ExitCode.OK;
  }
}
