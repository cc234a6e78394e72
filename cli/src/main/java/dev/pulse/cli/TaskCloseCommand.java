package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Task;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse task close}. */
@Command(
    name = "close",
    description = "Closes tasks; what waited for them may begin.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task close sh-a1 --reason done"})
final class TaskCloseCommand extends ClientCommand {
  @Parameters(paramLabel = "TASK", arity = "1..*", description = "Tasks to close.")
  private List<String> tasks = new ArrayList<>();

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "closed by hand",
      description = "Why.")
  private String reason = "closed by hand";

  @Override
  void check() {
    tasks.forEach(task -> Bounds.text("TASK", task, Bounds.LONGEST_NAME));
    Bounds.text("--reason", reason, Bounds.LONGEST_KEY);
  }

  @Override
  ExitCode run(Pulse pulse) {
    var closed = new ArrayList<Task>();
    for (String task : tasks) {
      closed.add(pulse.tasks().close(task, reason));
    }
    output.answer(
        json -> TaskJson.tasks(json, closed),
        screen -> closed.forEach(task -> screen.line(task.id() + " closed")));
    return ExitCode.OK;
  }
}
