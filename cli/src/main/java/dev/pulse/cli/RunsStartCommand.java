package dev.pulse.cli;

import dev.pulse.Json;
import dev.pulse.NewRun;
import dev.pulse.Pulse;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse runs start}: a run from its description (N1). */
@Command(
    name = "start",
    description = {
      "Starts a run and prints its id.",
      "It is described in JSON: a name, nodes, and whether they form a chain."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse runs start @release.json"})
final class RunsStartCommand extends ClientCommand {
  private static final String RUN = "RUN";

  @Parameters(paramLabel = RUN, description = "JSON, @file, or - for stdin.")
  @SuppressWarnings("NullAway.Init") // picocli insists on it
  private String description;

  @Override
  ExitCode run(Pulse pulse) {
    Json given = new ArgsText(description).read(output.around(), RUN);
    NewRun wanted = RunText.read(given.text());
    UUID id = pulse.runs().start(wanted);
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.text(json, "id", id);
          json.writeEndObject();
        },
        screen -> screen.line(id.toString()));
    return ExitCode.OK;
  }
}
