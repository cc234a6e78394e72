package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.RunExplanation;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code pulse runs explain}: what each node of a run waits for (J14). */
@Command(
    name = "explain",
    description = "Says what each node of a run waits for.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse runs explain 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"})
final class RunsExplainCommand extends RunCommand {
  @Override
  ExitCode run(Pulse pulse) {
    RunExplanation explanation = pulse.runs().explain(run);
    output.answer(
        json -> RunJson.explanation(json, explanation),
        screen -> {
          screen.line(run + " " + explanation.status().name().toLowerCase(Locale.ROOT));
          for (RunExplanation.Reason reason : explanation.reasons()) {
            String node = reason.nodeId() == null ? "" : reason.nodeId() + ": ";
            screen.line("  " + node + reason.message());
          }
        });
    return ExitCode.OK;
  }
}
