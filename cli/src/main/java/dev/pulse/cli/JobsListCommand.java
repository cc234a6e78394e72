package dev.pulse.cli;

import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import java.time.Duration;
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
  private static final Duration EVERY = Duration.ofSeconds(1);

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      converter = StatusText.class,
      description =
          "Only jobs that are scheduled, pending, running, retrying, completed, dead_lettered or"
              + " canceled.")
  private @Nullable JobStatus status;

  @Option(names = "--watch", description = "Look again every second, until Ctrl-C.")
  private boolean watch;

  @Mixin private Listing listing = new Listing();

  @Override
  void check() {
    listing.check();
    if (watch && !output.isWatched()) {
      throw Misuse.option("--watch", "it needs a terminal, and goes without --json");
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    JobFilter filter = status == null ? listing.filter() : listing.filter().status(status);
    if (watch) {
      watch(pulse, filter);
    } else {
      listing.show(pulse.page(filter), output);
    }
    return ExitCode.OK;
  }

  private void watch(Pulse pulse, JobFilter filter) {
    try (var stop = new UntilStopped()) {
      do {
        output.redraw(screen -> look(pulse, filter, screen));
      } while (!stop.await(EVERY));
    } catch (InterruptedException e) {
      // Who runs us in a thread of theirs stops us so.
    }
  }

  /** A server that is away may come back while somebody watches. */
  private static void look(Pulse pulse, JobFilter filter, Screen screen) {
    try {
      Listing.draw(pulse.page(filter), screen);
    } catch (PulseException e) {
      if (ExitCode.of(e.code()) != ExitCode.UNREACHABLE) {
        throw e;
      }
      screen.line(String.valueOf(e.getMessage()));
    }
  }
}
