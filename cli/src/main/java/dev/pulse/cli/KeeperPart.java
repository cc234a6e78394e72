package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.agents.keeper.Keeper;
import dev.pulse.agents.keeper.KeeperConfig;
import dev.pulse.agents.keeper.KnownAgent;
import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.runner.Runner;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Puts a keeper together with the agents of its home. */
final class KeeperPart {
  private static final Set<String> OFF = Set.of("", "0", "false", "no", "off");

  private KeeperPart() {}

  static Keeper start(Pulse pulse, Path home, Map<String, String> environment) {
    boolean pulling = !OFF.contains(environment.getOrDefault("PULSE_GITOPS", "").strip());
    var agents = Agents.in(home);
    return Keeper.start(
        pulse, home, name -> known(agents, name), KeeperConfig.DEFAULT.pulling(pulling));
  }

  private static Optional<KnownAgent> known(Agents agents, String name) {
    return agents
        .find(name)
        .map(
            agent ->
                new KnownAgent(
                    agent.place().workdir(), agent.checks().dream(), Runner.limits(agent)));
  }
}
