package dev.pulse.cli;

import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.relay.Plans;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The home whose plans a command is about. */
final class PlanHome {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "${env:PULSE_HOME:-${sys:user.home}/.pulse}",
      description = "Home folder (PULSE_HOME; default ~/.pulse).")
  Path home = Path.of(".pulse");

  Plans plans() {
    return of(home);
  }

  /** A8: whether there is such an agent is asked of the registry, as everywhere. */
  static Plans of(Path home) {
    var agents = Agents.in(home);
    return Plans.in(home, name -> agents.find(name).isPresent());
  }
}
