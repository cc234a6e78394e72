package dev.pulse.cli;

import dev.pulse.Pulse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse limits delete}. */
@Command(
    name = "delete",
    description = "Deletes a limit; jobs that carry it are not limited by it any more.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse limits delete claude"})
final class LimitsDeleteCommand extends ClientCommand {
  @Parameters(paramLabel = "NAME", description = "The limit's name.")
  private String name = "";

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    pulse.limits().delete(name);
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("limit", name);
          json.writeBooleanField("deleted", true);
          json.writeEndObject();
        },
        screen -> screen.line(name + " deleted"));
    return ExitCode.OK;
  }
}
