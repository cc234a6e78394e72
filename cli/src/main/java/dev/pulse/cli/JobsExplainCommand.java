package dev.pulse.cli;

import dev.pulse.Explanation;
import dev.pulse.Pulse;
import picocli.CommandLine.Command;

/** {@code pulse jobs explain}: why a job is not running, or who has it (J14). */
@Command(
    name = "explain",
    description = "Says why a job is not running, or who has it.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse jobs explain 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"})
final class JobsExplainCommand extends JobCommand {
  @Override
  ExitCode run(Pulse pulse) {
    Explanation explanation = pulse.explain(id);
    output.answer(
        json -> JobJson.explanation(json, explanation),
        screen -> {
          screen.line(explanation.id() + " " + explanation.status());
          explanation.reasons().forEach(reason -> screen.line("  " + reason.message()));
        });
    return ExitCode.OK;
  }
}
