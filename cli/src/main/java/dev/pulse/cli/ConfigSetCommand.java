package dev.pulse.cli;

import dev.pulse.Config.Setting;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pulse config set}. */
@Command(
    name = "set",
    description = "Changes a setting, on every server at once.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse config set scheduler.max_agents 5"})
final class ConfigSetCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The setting: scheduler.max_agents.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "VALUE", description = "What it is to be.")
  private String value = "";

  /** So that -1 is a value. */
  @Spec
  void readNegativeNumbers(CommandSpec command) {
    command.parser().unmatchedOptionsArePositionalParams(true);
  }

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
    Bounds.text("VALUE", value, Bounds.LONGEST_KEY);
    if (value.startsWith("-") && !value.matches("-\\d+")) {
      throw Misuse.option("VALUE", value + " is neither a value nor an option");
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    Setting setting = pulse.config().set(name, value);
    output.answer(
        json -> SlingJson.setting(json, setting),
        screen -> screen.line("%s = %s".formatted(setting.name(), setting.value())));
    return ExitCode.OK;
  }
}
