package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.Tasks;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse task export}. */
@Command(
    name = "export",
    description = "Writes tasks as JSON lines, closed ones too, for pulse task import.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task export --project shop > tasks.jsonl"})
final class TaskExportCommand extends ClientCommand {
  @Option(names = "--project", paramLabel = "NAME", description = "Only tasks of this project.")
  private @Nullable String project;

  @Override
  void check() {
    Bounds.text("--project", project, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    Tasks tasks = pulse.tasks();
    try (Stream<String> lines =
        project == null ? tasks.exportLines() : tasks.exportLines(project)) {
      lines.forEach(output::raw);
    }
    return ExitCode.OK;
  }
}
