package dev.pulse.agents.keeper;

import dev.pulse.agents.keeper.Lifecycle.State;
import java.time.Instant;

/** What a tick does. */
sealed interface Turn {
  /** Runs the agent in that state. */
  record Wake(State state) implements Turn {}

  /** Rests in that state: the agent's dream, if it has one, and no model. */
  record Rem(State state) implements Turn {}

  /** Does nothing: the state is not to run again before that time. */
  record Gated(State state, Instant opens) implements Turn {}

  /** Does nothing: every state it could go to keeps failing. */
  record Quarantined(State state) implements Turn {}
}
