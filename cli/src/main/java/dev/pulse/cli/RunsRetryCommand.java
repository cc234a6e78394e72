package dev.pulse.cli;

import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse runs retry}: starts over what was not completed (N10). */
@Command(
    name = "retry",
    description = "Starts a failed or canceled run over; completed nodes are kept.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse runs retry 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"})
final class RunsRetryCommand extends RunCommand {
  @Override
  ExitCode run(Pulse pulse) {
    told(pulse.runs().retry(run));
    return ExitCode.OK;
  }
}
