package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.Plans;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Mixin;

/**
 * A command that changes a plan: on the files where they are at hand, else as a job for the relay
 * that has them.
 */
abstract class PlanOrder extends FileCommand {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Mixin private Connection connection = new Connection();

  /** Does it here. */
  abstract ExitCode here(Plans plans) throws IOException, PlanRefused;

  /** The name of the job that does it elsewhere. */
  abstract String job();

  abstract Map<String, Object> args();

  @Override
  final ExitCode run(Plans plans) throws IOException, PlanRefused {
    return plans.exist() ? here(plans) : elsewhere();
  }

  private ExitCode elsewhere() {
    try (Pulse pulse = connection.open()) {
      Job done =
          pulse
              .submit(job(), args(), options -> options.topic("relay").maxAttempts(1))
              .await(PATIENCE);
      if (done.status() != JobStatus.COMPLETED) {
        output.remark(done.lastError() == null ? "the relay refused" : done.lastError());
        return ExitCode.FAILED;
      }
      output.answer(
          json -> json.writeRawValue(String.valueOf(done.result())),
          screen -> screen.line("done by the relay, job " + done.id()));
      return ExitCode.OK;
    }
  }
}
