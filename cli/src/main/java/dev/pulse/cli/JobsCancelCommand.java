package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse jobs cancel}: ends a job by somebody's wish (J8). */
@Command(
    name = "cancel",
    description = "Cancels a job: at once while it waits, by interrupting it while it runs.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse jobs cancel 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"})
final class JobsCancelCommand extends JobCommand {
  @Override
  ExitCode run(Pulse pulse) {
    Job job = pulse.cancel(id);
    output.answer(
        json -> JobJson.job(json, job), screen -> screen.line(job.id() + " " + job.status()));
    return ExitCode.OK;
  }
}
