package dev.pulse.agents.keeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The shape of a day: states, each with its edge, its repeats and its gate (K3). */
final class Lifecycle {
  /** An agent without a lifecycle: one nameless state that is left for itself. */
  static final Lifecycle NONE =
      new Lifecycle("", List.of(new State("", Kind.WAKE, 1, "", null, OptionalInt.empty(), "")));

  /** What a tick in a state does. */
  enum Kind {
    /** Runs the agent. */
    WAKE,
    /** A quiet beat that calls no model. */
    REM
  }

  /**
   * One state.
   *
   * @param repeat how many good ticks it takes to go on
   * @param next where it goes then; its own name: it stays
   * @param minInterval how long after it ran it refuses to run again; null: not at all
   * @param maxFails after how many failures in a row it is quarantined
   * @param instructions what the file says under it, for the agent
   */
  record State(
      String name,
      Kind kind,
      int repeat,
      String next,
      @Nullable Duration minInterval,
      OptionalInt maxFails,
      String instructions) {
    Optional<Duration> gate() {
      return Optional.ofNullable(minInterval);
    }
  }

  private final String start;
  private final Map<String, State> states = new LinkedHashMap<>();

  /**
   * @param states whose edges lead to each other, and one of which is the start
   */
  Lifecycle(String start, List<State> states) {
    this.start = start;
    states.forEach(state -> this.states.put(state.name(), state));
  }

  Position start() {
    return new Position(start, 0);
  }

  boolean has(String state) {
    return states.containsKey(state);
  }

  State state(String name) {
    State state = states.get(name);
    if (state == null) {
      throw new IllegalArgumentException("no state " + name);
    }
    return state;
  }

  /** Its states: the start, and the others in the order of the file. */
  List<State> states() {
    var all = new ArrayList<>(List.of(state(start)));
    states.values().stream().filter(state -> !state.name().equals(start)).forEach(all::add);
    return all;
  }

  /** Whether a file describes it, so that there is a position to keep. */
  boolean isDeclared() {
    return this != NONE;
  }
}
