package dev.pulse.cli;

import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse dead list}: one page of dead letters, the latest first. */
@Command(
    name = "list",
    description = "Lists dead letters, the latest first.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse dead list --topic mail"})
final class DeadListCommand extends ClientCommand {
  @Mixin private Listing listing = new Listing();

  @Override
  void check() {
    listing.check();
  }

  @Override
  ExitCode run(Pulse pulse) {
    listing.show(pulse.page(listing.filter().status(JobStatus.DEAD_LETTERED)), output);
    return ExitCode.OK;
  }
}
