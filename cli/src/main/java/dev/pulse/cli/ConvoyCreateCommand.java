package dev.pulse.cli;

import dev.pulse.Convoy;
import dev.pulse.Pulse;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse convoy create}. */
@Command(
    name = "create",
    description = "Makes a convoy of tasks.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse convoy create 'Release 2' sh-a1 sh-b2"})
final class ConvoyCreateCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "TITLE", description = "What it is for.")
  private String title = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "TASK", description = "Its members.")
  private List<String> tasks = new ArrayList<>();

  @Override
  void check() {
    Bounds.text("TITLE", title, Bounds.LONGEST_KEY);
    tasks.forEach(task -> Bounds.text("TASK", task, Bounds.LONGEST_NAME));
  }

  @Override
  ExitCode run(Pulse pulse) {
    Convoy made = pulse.tasks().createConvoy(title, tasks);
    output.answer(
        json -> TaskJson.convoy(json, made),
        screen ->
            screen.line(
                "%s: %d tasks; sling it: pulse sling %s"
                    .formatted(made.id(), made.total(), made.id())));
    return ExitCode.OK;
  }
}
