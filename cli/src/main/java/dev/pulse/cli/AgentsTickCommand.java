package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import dev.pulse.PulseTimeoutException;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pulse agents tick}: one tick now, the same that the clock would bring (K8). */
@Command(
    name = "tick",
    description = {
      "Ticks a standing agent now; its next tick counts from this one.",
      "What was quarantined gets its turn again. Exit 3: there is no such standing agent."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse agents tick wren"})
final class AgentsTickCommand extends ClientCommand {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @Parameters(paramLabel = "NAME", description = "The standing agent, as the fleet calls it.")
  private String name = "";

  @Override
  void check() {
    Bounds.text("NAME", name, Bounds.LONGEST_NAME);
  }

  @Override
  ExitCode run(Pulse pulse) {
    JobHandle ask =
        pulse.submit(
            "agent.tick", Map.of("agent", name), options -> options.topic("keeper").maxAttempts(1));
    try {
      Job job = ask.await(PATIENCE);
      if (job.status() != JobStatus.COMPLETED) {
        output.remark(String.valueOf(job.lastError()));
        return ExitCode.NOT_FOUND;
      }
      tell(ask, "ticked", name + " ticks");
    } catch (PulseTimeoutException e) {
      tell(ask, "waiting", name + " ticks as soon as a keeper hears of it; none has yet");
    }
    return ExitCode.OK;
  }

  private void tell(JobHandle ask, String state, String words) {
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.text(json, "agent", name);
          JobJson.text(json, "tick", state);
          JobJson.text(json, "job_id", ask.id());
          json.writeEndObject();
        },
        screen -> screen.line(words));
  }
}
