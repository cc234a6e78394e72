package dev.pulse.cli;

import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse jobs list}: one page of jobs. */
@Command(
    name = "list",
    description = "Lists jobs: the newest first, or those of one status in their own order.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse jobs list --topic mail --status pending --limit 20"})
final class JobsListCommand extends ClientCommand {
  @Option(
      names = "--status",
      paramLabel = "STATUS",
      converter = StatusText.class,
      description =
          "Only jobs that are scheduled, pending, running, retrying, completed, dead_lettered or"
              + " canceled.")
  private @Nullable JobStatus status;

  @Mixin private Listing listing = new Listing();

  @Override
  void check() {
    listing.check();
  }

  @Override
  ExitCode run(Pulse pulse) {
    JobFilter filter = listing.filter();
    listing.show(pulse.page(status == null ? filter : filter.status(status)), output);
    return ExitCode.OK;
  }
}
