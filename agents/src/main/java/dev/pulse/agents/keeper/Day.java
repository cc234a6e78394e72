package dev.pulse.agents.keeper;

import dev.pulse.agents.keeper.Lifecycle.Kind;
import dev.pulse.agents.keeper.Lifecycle.State;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Where an agent is in its day and all that decides what comes next, as a value: ticks step it, and
 * a forecast steps a copy of it by the same functions.
 *
 * @param streak how often in a row there was nothing to do; it survives changes of state
 * @param ran when gated states last ran
 * @param fails how often in a row a state has failed
 * @param quarantined states that failed too often
 */
record Day(
    Position position,
    int streak,
    Map<String, Instant> ran,
    Map<String, Integer> fails,
    Set<String> quarantined) {

  Day {
    ran = Map.copyOf(ran);
    fails = Map.copyOf(fails);
    quarantined = Set.copyOf(quarantined);
  }

  static Day starting(Lifecycle lifecycle) {
    return new Day(lifecycle.start(), 0, Map.of(), Map.of(), Set.of());
  }

  /** What a tick does now. */
  Turn turn(Lifecycle lifecycle, Instant now) {
    Optional<Position> open = passing(lifecycle);
    if (open.isEmpty()) {
      return new Turn.Quarantined(lifecycle.state(position.within(lifecycle).state()));
    }
    State state = lifecycle.state(open.get().state());
    Optional<Instant> opens = opens(state);
    if (opens.isPresent() && now.isBefore(opens.get())) {
      return new Turn.Gated(state, opens.get());
    }
    return state.kind() == Kind.REM ? new Turn.Rem(state) : new Turn.Wake(state);
  }

  /** The place to run at: past what is quarantined, if there is any other. */
  Optional<Position> passing(Lifecycle lifecycle) {
    Position here = position.within(lifecycle);
    var passed = new HashSet<String>();
    while (quarantined.contains(here.state())) {
      if (!passed.add(here.state())) {
        return Optional.empty();
      }
      here = new Position(lifecycle.state(here.state()).next(), 0);
    }
    return Optional.of(here);
  }

  /** A gate that never ran is open. */
  private Optional<Instant> opens(State state) {
    return Optional.ofNullable(ran.get(state.name())).flatMap(last -> state.gate().map(last::plus));
  }

  /**
   * The day after a run at a place.
   *
   * @param tick when the run's tick was
   * @param usualMaxFails for states that say nothing about it
   */
  Day after(
      Position at, Outcome outcome, Lifecycle lifecycle, Instant tick, OptionalInt usualMaxFails) {
    State state = lifecycle.state(at.state());
    boolean good = outcome == Outcome.DONE || outcome == Outcome.NO_WORK;
    var ran = new HashMap<>(this.ran);
    var fails = new HashMap<>(this.fails);
    var quarantined = new HashSet<>(this.quarantined);
    if (good) {
      fails.remove(state.name());
      if (state.gate().isPresent()) {
        ran.put(state.name(), tick);
      }
    } else {
      int times = fails.merge(state.name(), 1, Integer::sum);
      OptionalInt most = state.maxFails().isPresent() ? state.maxFails() : usualMaxFails;
      if (most.isPresent() && times >= most.getAsInt()) {
        quarantined.add(state.name());
      }
    }
    // A rest is neither work nor the lack of it: an idle agent that dreams goes on being idle.
    int streak = state.kind() == Kind.REM ? this.streak : Cadence.streak(outcome, this.streak);
    return new Day(at.after(outcome, lifecycle), streak, ran, fails, quarantined);
  }

  /** How long after this tick the next one is. */
  Duration delay(Turn turn, Outcome outcome, Duration interval) {
    return switch (turn) {
      case Turn.Wake _ -> Cadence.after(outcome, interval, streak);
      case Turn.Rem _ ->
          outcome == Outcome.DONE ? resting(interval) : Cadence.after(outcome, interval, streak);
      case Turn.Gated _, Turn.Quarantined _ -> resting(interval);
    };
  }

  /** What nobody ran changes no cadence. */
  Duration resting(Duration interval) {
    return Cadence.resting(interval, streak);
  }

  /** Somebody has looked at it: every state gets its turn again. */
  Day released() {
    return new Day(position, streak, ran, Map.of(), Set.of());
  }

  Day at(Position other) {
    return new Day(other, streak, ran, fails, quarantined);
  }
}
