package dev.pulse.cli;

import dev.pulse.agents.registry.Agents;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which home's agents are meant. */
final class AgentHome {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "${env:PULSE_HOME:-${sys:user.home}/.pulse}",
      description = "Home folder (PULSE_HOME; default ~/.pulse).")
  Path home = Path.of(".pulse");

  Agents agents() {
    return Agents.in(home);
  }
}
