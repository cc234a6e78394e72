package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.Pulse;
import dev.pulse.Tasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse task import}. */
@Command(
    name = "import",
    description = "Takes in tasks as JSON lines: of pulse task export, or a Beads issues.jsonl.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse task import .beads/issues.jsonl"})
final class TaskImportCommand extends ClientCommand {
  @Parameters(paramLabel = "FILE", description = "The file; - for standard input.")
  private String file = "";

  @Override
  ExitCode run(Pulse pulse) {
    String source = file.equals("-") ? file : "@" + file;
    String lines = new ArgsText(source).text(output.around(), "FILE");
    Tasks.Imported imported = pulse.tasks().importLines(lines);
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeNumberField("added", imported.added());
          json.writeNumberField("changed", imported.changed());
          json.writeNumberField("unchanged", imported.unchanged());
          JobJson.list(json, "warnings", imported.warnings(), JsonGenerator::writeString);
          json.writeEndObject();
        },
        screen ->
            screen.line(
                "%,d added, %,d changed, %,d as they were"
                    .formatted(imported.added(), imported.changed(), imported.unchanged())));
    imported.warnings().forEach(output::hint);
    return ExitCode.OK;
  }
}
