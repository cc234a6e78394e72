package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.SchedulerStatus;
import picocli.CommandLine.Command;

/** {@code pulse scheduler status}: what an operator looks at first (G8). */
@Command(
    name = "status",
    description = "Shows capacity, what waits for it, and why.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse scheduler status"})
final class SchedulerStatusCommand extends ClientCommand {
  @Override
  ExitCode run(Pulse pulse) {
    SchedulerStatus status = pulse.scheduler().status();
    output.answer(
        json -> SlingJson.status(json, status), screen -> SchedulerText.status(status, screen));
    return ExitCode.OK;
  }
}
