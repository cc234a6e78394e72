package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse task show}. */
@Command(
    name = "show",
    description = "Shows a task and everything known about it.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task show sh-a1"})
final class TaskShowCommand extends ClientCommand {
  @Parameters(paramLabel = "TASK", description = "The task's id.")
  private String task = "";

  @Override
  void check() {
    Bounds.text("TASK", task, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    Task found = pulse.tasks().find(task).orElseThrow(() -> TaskText.none("task", task));
    output.answer(json -> TaskJson.task(json, found), screen -> TaskText.facts(found, screen));
    return ExitCode.OK;
  }
}
