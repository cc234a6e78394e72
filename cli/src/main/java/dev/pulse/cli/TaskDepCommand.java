package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse task dep}. */
@Command(
    name = "dep",
    description = "Makes a task wait until others are closed, or no longer.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task dep sh-b2 --on sh-a1"})
final class TaskDepCommand extends ClientCommand {
  @Parameters(paramLabel = "TASK", description = "The task that waits.")
  private String task = "";

  @Option(
      names = "--on",
      required = true,
      paramLabel = "TASK",
      description = "What must be closed before; may be repeated.")
  private List<String> on = new ArrayList<>();

  @Option(names = "--remove", description = "It need not wait for them any more.")
  private boolean remove;

  @Override
  void check() {
    Bounds.text("TASK", task, Bounds.LONGEST_NAME);
    on.forEach(other -> Bounds.text("--on", other, Bounds.LONGEST_NAME));
  }

  @Override
  ExitCode run(Pulse pulse) {
    Task changed = null;
    for (String other : on) {
      changed = remove ? pulse.tasks().undepend(task, other) : pulse.tasks().depend(task, other);
    }
    answer(Objects.requireNonNull(changed)); // --on is required
    return ExitCode.OK;
  }

  private void answer(Task changed) {
    output.answer(
        json -> TaskJson.task(json, changed),
        screen -> screen.line("%s %s".formatted(task, TaskText.waiting(changed))));
  }
}
