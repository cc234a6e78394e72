package dev.pulse.cli;

import dev.pulse.Pulse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse config get}. */
@Command(
    name = "get",
    description = "Prints the value of a setting.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse config get scheduler.max_agents"})
final class ConfigGetCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The setting: scheduler.max_agents.")
  private String name = "";

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    String value = pulse.config().get(name);
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("name", name);
          json.writeStringField("value", value);
          json.writeEndObject();
        },
        screen -> screen.line(value));
    return ExitCode.OK;
  }
}
