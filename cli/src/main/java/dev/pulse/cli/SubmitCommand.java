package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pulse submit}: one job, durable when the command returns. */
@Command(
    name = "submit",
    description = "Submits a job, and waits for its end if asked to.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse submit email --args '{\"to\":\"a@b.c\"}' --topic mail --delay 5m",
      "  pulse submit report --args @report.json --wait"
    })
final class SubmitCommand extends ClientCommand {
  @Parameters(paramLabel = "NAME", description = "Which handler is to run it.")
  private String name = "";

  @Option(names = "--wait", description = "Wait for its end; exit 1 unless it completed.")
  private boolean wait;

  @Mixin private NewJobOptions options = new NewJobOptions();

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
    options.check(output.around());
  }

  @Override
  ExitCode run(Pulse pulse) throws Exception {
    JobHandle handle = pulse.submit(name, options.args(), options::applyTo);
    if (wait) {
      return ended(new Waiting(pulse, output).until(handle));
    }
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", handle.id().toString());
          json.writeBooleanField("existing", handle.existing());
          json.writeEndObject();
        },
        screen -> screen.line(handle.id() + (handle.existing() ? " (already there)" : "")));
    return ExitCode.OK;
  }

  private ExitCode ended(Job job) {
    output.answer(
        json -> JobJson.job(json, job),
        screen -> {
          screen.line(job.id() + " " + job.status());
          if (job.result() != null) {
            screen.line(Objects.requireNonNull(job.result()).text());
          }
        });
    if (job.status() == JobStatus.COMPLETED) {
      return ExitCode.OK;
    }
    String why = job.lastError() == null ? "" : ": " + job.lastError();
    output.remark("job %s is %s%s".formatted(job.id(), job.status(), why));
    return ExitCode.FAILED;
  }
}
