package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.TaskExplanation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse task explain}. */
@Command(
    name = "explain",
    description = "Says why a task is not being worked on, or who does.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task explain sh-a1"})
final class TaskExplainCommand extends ClientCommand {
  @Parameters(paramLabel = "TASK", description = "The task's id.")
  private String task = "";

  @Override
  void check() {
    Bounds.text("TASK", task, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    TaskExplanation explanation = pulse.tasks().explain(task);
    output.answer(
        json -> TaskJson.explanation(json, explanation),
        screen -> {
          screen.line(explanation.id() + " " + explanation.status());
          explanation.reasons().forEach(reason -> screen.line("  " + reason.message()));
        });
    return ExitCode.OK;
  }
}
