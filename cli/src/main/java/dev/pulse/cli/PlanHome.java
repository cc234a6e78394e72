package dev.pulse.cli;

import dev.pulse.agents.relay.Plans;
import java.nio.file.Files;
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

  static Plans of(Path home) {
    return Plans.in(home, agent -> isKnown(home, agent));
  }

  /** A1: an agent is a file. */
  static boolean isKnown(Path home, String agent) {
    return Files.isRegularFile(home.resolve("agents").resolve(agent + ".md"));
  }
}
