package dev.pulse.cli;

import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.Plans;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse plan new}: a draft to start from. */
@Command(
    name = "new",
    description = "Writes a draft to start from; a file that is there is kept.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse plan new release --title 'Release 2.0'"})
final class PlanNewCommand extends FileCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The name of its file, without .md.")
  private String name = "";

  @Option(names = "--title", paramLabel = "TEXT", description = "Its heading (default: NAME).")
  private @Nullable String title;

  @Override
  ExitCode run(Plans plans) throws IOException, PlanRefused {
    Path file = plans.create(name, title == null ? name : title);
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("file", file.toString());
          json.writeEndObject();
        },
        screen -> screen.line(file.toString()));
    return ExitCode.OK;
  }
}
