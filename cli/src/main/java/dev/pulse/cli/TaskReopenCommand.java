package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse task reopen}. */
@Command(
    name = "reopen",
    description = "Opens a task that was closed.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task reopen sh-a1"})
final class TaskReopenCommand extends ClientCommand {
  @Parameters(paramLabel = "TASK", description = "The task's id.")
  private String task = "";

  @Override
  void check() {
    Bounds.text("TASK", task, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    Task opened = pulse.tasks().reopen(task);
    output.answer(
        json -> TaskJson.task(json, opened),
        screen -> screen.line("%s is %s".formatted(task, TaskText.state(opened))));
    return ExitCode.OK;
  }
}
