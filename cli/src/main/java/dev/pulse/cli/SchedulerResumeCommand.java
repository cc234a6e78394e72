package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.SchedulerStatus;
import picocli.CommandLine.Command;

/** {@code pulse scheduler resume}. */
@Command(
    name = "resume",
    description = "Dispatches slung tasks again.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse scheduler resume"})
final class SchedulerResumeCommand extends ClientCommand {
  @Override
  ExitCode run(Pulse pulse) {
    SchedulerStatus status = pulse.scheduler().resume();
    output.answer(
        json -> SlingJson.status(json, status), screen -> SchedulerText.status(status, screen));
    return ExitCode.OK;
  }
}
