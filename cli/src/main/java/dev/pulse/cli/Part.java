package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.agents.relay.PlanBoard;
import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.Relay;
import java.io.IOException;
import java.nio.file.Path;

/** A part of Pulse that lives on the files of a home and works through the SDK. */
@FunctionalInterface
interface Part {
  /** Starts it, and answers what stops it. */
  Runnable start(Pulse pulse, Path home) throws IOException, PlanRefused;

  /** Runs the markdown plans of the home. */
  static Runnable relay(Pulse pulse, Path home) throws IOException, PlanRefused {
    Relay relay = Relay.start(pulse, home, agent -> PlanHome.isKnown(home, agent), PlanBoard.NONE);
    return relay::close;
  }
}
