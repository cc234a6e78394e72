package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.agents.registry.Agents;
import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.Relay;
import dev.pulse.agents.runner.Runner;
import dev.pulse.agents.runner.RunnerOptions;
import java.io.IOException;
import java.nio.file.Path;

/** A part of Pulse that lives on the files of a home and works through the SDK. */
@FunctionalInterface
interface Part {
  /** Starts it, and answers what stops it. */
  Runnable start(Pulse pulse, Path home) throws IOException, PlanRefused;

  /** Runs the agents of the home. */
  static Runnable runner(Pulse pulse, Path home) {
    return Runner.start(pulse, home, RunnerOptions.DEFAULT)::close;
  }

  /** Runs the markdown plans of the home. */
  static Runnable relay(Pulse pulse, Path home) throws IOException, PlanRefused {
    var agents = Agents.in(home);
    Relay relay =
        Relay.start(
            pulse, home, name -> agents.find(name).map(Runner::limits), new ShownPlans(pulse));
    return relay::close;
  }

  /** Keeps the standing agents of the home ticking. */
  static Runnable keeper(Pulse pulse, Path home) {
    return KeeperPart.start(pulse, home, System.getenv())::close;
  }
}
