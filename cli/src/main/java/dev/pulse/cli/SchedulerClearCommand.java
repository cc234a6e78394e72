package dev.pulse.cli;

import dev.pulse.Pulse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse scheduler clear}. */
@Command(
    name = "clear",
    description = "Takes slung tasks off the scheduler; the tasks stay as they are.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse scheduler clear sh-a1"})
final class SchedulerClearCommand extends ClientCommand {
  @Parameters(paramLabel = "TASK", arity = "0..1", description = "The task; or else --all.")
  private @Nullable String task;

  @Option(names = "--all", description = "Every one that waits.")
  private boolean all;

  /** A missing word is a slip, often of an unset variable; it must not mean everything. */
  @Override
  void check() {
    Bounds.text("TASK", task, Bounds.LONGEST_NAME);
    if (all == (task != null)) {
      throw Misuse.option("--all", "name one task, or say --all");
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    int cleared = task == null ? pulse.scheduler().clear() : pulse.scheduler().clear(task) ? 1 : 0;
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeNumberField("cleared", cleared);
          json.writeEndObject();
        },
        screen -> screen.line("%,d cleared".formatted(cleared)));
    return ExitCode.OK;
  }
}
