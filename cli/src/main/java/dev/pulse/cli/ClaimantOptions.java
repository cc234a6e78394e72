package dev.pulse.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** In whose name a task is claimed. */
final class ClaimantOptions {
  @Option(
      names = "--agent",
      paramLabel = "NAME",
      description = "In whose name (PULSE_STANDING_AGENT or PULSE_AGENT, which agents are given).")
  private @Nullable String agent;

  String agent(Surroundings around) {
    String name =
        agent != null
            ? agent
            : around
                .variable("PULSE_STANDING_AGENT")
                .or(() -> around.variable("PULSE_AGENT"))
                .orElseThrow(() -> new Misuse("Missing option: '--agent=NAME'"));
    Bounds.text("--agent", name, Bounds.LONGEST_NAME);
    return name;
  }
}
