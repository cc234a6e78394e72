package dev.pulse.cli;

import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse runs cancel}: closes a run, its waits and its jobs (N10). */
@Command(
    name = "cancel",
    description = "Closes a run, its waits and its jobs.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse runs cancel 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"})
final class RunsCancelCommand extends RunCommand {
  @Override
  ExitCode run(Pulse pulse) {
    told(pulse.runs().cancel(run));
    return ExitCode.OK;
  }
}
