package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse jobs retry}: starts a dead or canceled job over (J9). */
@Command(
    name = "retry",
    description = "Starts a dead or canceled job over, its attempts counted from zero.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse jobs retry 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"})
final class JobsRetryCommand extends JobCommand {
  @Override
  ExitCode run(Pulse pulse) {
    Job job = pulse.retry(id);
    output.answer(
        json -> JobJson.job(json, job), screen -> screen.line(job.id() + " " + job.status()));
    return ExitCode.OK;
  }
}
