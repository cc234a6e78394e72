package dev.pulse.cli;

import dev.pulse.Convoy;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse convoy show}. */
@Command(
    name = "show",
    description = "Shows how far a convoy has come.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse convoy show hq-cv-a1b2"})
final class ConvoyShowCommand extends ClientCommand {
  @Parameters(paramLabel = "CONVOY", description = "The convoy's id.")
  private String convoy = "";

  @Override
  void check() {
    Bounds.text("CONVOY", convoy, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    Convoy found =
        pulse.tasks().findConvoy(convoy).orElseThrow(() -> TaskText.none("convoy", convoy));
    output.answer(json -> TaskJson.convoy(json, found), screen -> TaskText.convoy(found, screen));
    return ExitCode.OK;
  }
}
