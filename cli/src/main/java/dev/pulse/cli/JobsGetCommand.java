package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse jobs get}: all there is to know about one job. */
@Command(
    name = "get",
    description = "Shows a job.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse jobs get 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --json"})
final class JobsGetCommand extends JobCommand {
  @Override
  ExitCode run(Pulse pulse) {
    Job job = pulse.job(id);
    output.answer(json -> JobJson.job(json, job), screen -> show(job, screen));
    return ExitCode.OK;
  }

  private static void show(Job job, Screen screen) {
    screen.fact("id", job.id());
    screen.fact("name", job.name());
    screen.fact("topic", job.topic());
    screen.fact("status", job.status());
    screen.fact("args", job.args());
    screen.fact("priority", job.priority() == 0 ? null : job.priority());
    screen.fact("attempts", job.attempts() + " of " + job.maxAttempts());
    screen.fact("last error", job.lastError());
    screen.fact("result", job.result());
    screen.fact("worker", job.lockedBy());
    screen.time("lease until", job.leaseUntil());
    screen.time("next run", job.nextRunAt());
    screen.fact("schedule", job.scheduleId());
    screen.fact("run", job.runId());
    screen.fact("node", job.nodeId());
    screen.fact("limits", job.limits().isEmpty() ? null : String.join(", ", job.limits()));
    screen.fact("unique key", job.uniqueKey());
    screen.time("submitted", job.submittedAt());
    screen.time("started", job.startedAt());
    screen.time("finished", job.finishedAt());
  }
}
