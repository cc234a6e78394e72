package dev.pulse.agents.keeper;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The ticks to come if every run does real work: the tick's own functions, run ahead (K4, K5). */
final class Forecast {
  static final int TICKS = 6;

  private Forecast() {}

  /**
   * One tick to come.
   *
   * @param action {@code wake}, {@code rem}, {@code gated} or {@code quarantined}
   */
  record Tick(Instant at, String action, Position position) {}

  static List<Tick> of(
      Day day, Lifecycle lifecycle, Instant first, Duration interval, OptionalInt maxFails) {
    var ticks = new ArrayList<Tick>();
    Instant at = first;
    for (int number = 0; number < TICKS; number++) {
      Turn turn = day.turn(lifecycle, at);
      Position place = day.passing(lifecycle).orElse(day.position());
      ticks.add(new Tick(at, action(turn), place));
      Duration delay =
          switch (turn) {
            case Turn.Wake _, Turn.Rem _ -> {
              day = day.after(place, Outcome.DONE, lifecycle, at, maxFails);
              yield day.delay(turn, Outcome.DONE, interval);
            }
            case Turn.Gated _, Turn.Quarantined _ -> day.resting(interval);
          };
      at = at.plus(delay);
    }
    return ticks;
  }

  private static String action(Turn turn) {
    return switch (turn) {
      case Turn.Wake _ -> "wake";
      case Turn.Rem _ -> "rem";
      case Turn.Gated _ -> "gated";
      case Turn.Quarantined _ -> "quarantined";
    };
  }
}
