package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A day stepped by hand: gates, streaks, quarantine and the forecast (K3, K4, K5, K9). */
class DayTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Lifecycle CANONICAL = Org.lifecycle(Org.CANONICAL);
  private static final Duration HOT = Cadence.CONTINUOUS;

  /** A day, the time of its next tick, and what happened. */
  private static final class Walk {
    final Lifecycle lifecycle;
    final OptionalInt maxFails;
    Day day;
    Instant now = NOON;
    final StringBuilder log = new StringBuilder();

    Walk(Lifecycle lifecycle, OptionalInt maxFails) {
      this.lifecycle = lifecycle;
      this.maxFails = maxFails;
      this.day = Day.starting(lifecycle);
    }

    Duration tick(Outcome outcome) {
      Turn turn = day.turn(lifecycle, now);
      log.append(turn.getClass().getSimpleName()).append(' ').append(day.position()).append('\n');
      Duration delay =
          switch (turn) {
            case Turn.Wake _, Turn.Rem _ -> {
              Outcome real = turn instanceof Turn.Rem ? Outcome.DONE : outcome;
              Position place = day.passing(lifecycle).orElseThrow();
              day = day.after(place, real, lifecycle, now, maxFails);
              yield day.delay(turn, real, HOT);
            }
            case Turn.Gated _, Turn.Quarantined _ -> day.resting(HOT);
          };
      now = now.plus(delay);
      return delay;
    }
  }

  private static Walk walk(Lifecycle lifecycle) {
    return new Walk(lifecycle, OptionalInt.empty());
  }

  @Test
  void theIdleTableWithoutALifecycle() {
    Walk walk = walk(Lifecycle.NONE);
    assertThat(walk.tick(Outcome.DONE)).hasToString("PT45S");
    assertThat(IntStream.range(0, 7).mapToObj(_ -> walk.tick(Outcome.NO_WORK).toString()))
        .containsExactly("PT1M", "PT2M", "PT4M", "PT8M", "PT16M", "PT30M", "PT30M");
    assertThat(walk.tick(Outcome.DONE)).hasToString("PT45S");
    assertThat(walk.tick(Outcome.NO_WORK)).hasToString("PT1M");
  }

  @Test
  void theStreakSurvivesChangesOfStateAndRests() {
    Walk walk = walk(CANONICAL);
    assertThat(IntStream.range(0, 8).mapToObj(_ -> walk.tick(Outcome.NO_WORK).toString()))
        .containsExactly("PT1M", "PT2M", "PT2M", "PT4M", "PT8M", "PT16M", "PT16M", "PT30M");
    assertThat(walk.log)
        .hasToString(
            """
            Wake wake_add 0
            Wake wake_audit 0
            Rem rem 0
            Wake wake_plan 0
            Wake wake_add 0
            Wake wake_audit 0
            Rem rem 0
            Wake wake_plan 0
            """);
    assertThat(walk.tick(Outcome.DONE)).as("instant recovery").isEqualTo(HOT);
  }

  @Test
  void aGateIsOpenUntilItRanThenShutForItsTime() {
    Walk walk = walk(CANONICAL);
    IntStream.range(0, 5).forEach(_ -> walk.tick(Outcome.DONE));
    Instant rested = NOON.plusSeconds(4 * 45);
    assertThat(walk.day.ran()).isEqualTo(Map.of("rem", rested));
    IntStream.range(0, 5).forEach(_ -> walk.tick(Outcome.DONE)); // plan, add x3, audit
    assertThat(walk.day.position()).hasToString("rem 0");
    Turn turn = walk.day.turn(CANONICAL, rested.plus(Duration.ofMinutes(10)).minusSeconds(1));
    assertThat(turn).isEqualTo(new Turn.Gated(CANONICAL.state("rem"), rested.plusSeconds(600)));
    assertThat(walk.day.turn(CANONICAL, rested.plusSeconds(600))).isInstanceOf(Turn.Rem.class);
    Day before = walk.day;
    assertThat(walk.tick(Outcome.DONE)).as("a gated tick waits the interval").isEqualTo(HOT);
    assertThat(walk.day).as("and holds").isEqualTo(before);
  }

  @Test
  void aFailureDoesNotShutTheGate() {
    Lifecycle gated = Org.lifecycle("* a\n:PROPERTIES:\n:MIN_INTERVAL: 1d\n:END:\n");
    Walk walk = walk(gated);
    walk.tick(Outcome.FAILED);
    assertThat(walk.day.turn(gated, walk.now)).isInstanceOf(Turn.Wake.class);
    walk.tick(Outcome.DONE);
    assertThat(walk.day.turn(gated, walk.now)).isInstanceOf(Turn.Gated.class);
  }

  @Test
  void withoutMaxFailsAStateIsTriedForEver() {
    Walk walk = walk(CANONICAL);
    IntStream.range(0, 1000).forEach(_ -> walk.tick(Outcome.FAILED));
    assertThat(walk.day.turn(CANONICAL, walk.now)).isInstanceOf(Turn.Wake.class);
    assertThat(walk.day.position()).hasToString("wake_add 0");
  }

  @Test
  void aStateThatKeepsFailingIsQuarantinedAndTheDayGoesOn() {
    Walk walk =
        walk(Org.lifecycle(Org.CANONICAL.replace(":NEXT: rem\n", ":NEXT: rem\n:MAX-FAILS: 2\n")));
    IntStream.range(0, 3).forEach(_ -> walk.tick(Outcome.DONE));
    walk.tick(Outcome.FAILED);
    walk.tick(Outcome.KILLED);
    assertThat(walk.day.quarantined()).containsExactly("wake_audit");
    assertThat(walk.day.turn(walk.lifecycle, walk.now)).isInstanceOf(Turn.Rem.class);
    walk.tick(Outcome.DONE);
    assertThat(walk.day.position()).hasToString("wake_plan 0");
    assertThat(walk.day.released().quarantined()).isEmpty();
  }

  @Test
  void aSuccessBetweenFailuresStartsTheCountAgain() {
    Walk walk = new Walk(Lifecycle.NONE, OptionalInt.of(2));
    Stream.of(Outcome.FAILED, Outcome.DONE, Outcome.FAILED).forEach(walk::tick);
    assertThat(walk.day.quarantined()).isEmpty();
    walk.tick(Outcome.FAILED);
    assertThat(walk.day.quarantined()).isEqualTo(Set.of(""));
    assertThat(walk.day.turn(Lifecycle.NONE, walk.now)).isInstanceOf(Turn.Quarantined.class);
  }

  @Test
  void theForecastIsWhatHappens() {
    Walk walk = walk(CANONICAL);
    for (int start = 0; start < 20; start++) {
      List<Forecast.Tick> forecast =
          Forecast.of(walk.day, CANONICAL, walk.now, HOT, OptionalInt.empty());
      assertThat(forecast).hasSize(Forecast.TICKS);
      Walk ahead = walk(CANONICAL);
      ahead.day = walk.day;
      ahead.now = walk.now;
      for (Forecast.Tick tick : forecast) {
        assertThat(tick.at()).isEqualTo(ahead.now);
        assertThat(tick.position()).isEqualTo(ahead.day.position());
        ahead.tick(Outcome.DONE);
        assertThat(ahead.log).endsWith(tick.position() + "\n").containsIgnoringCase(tick.action());
      }
      walk.tick(start % 3 == 0 ? Outcome.NO_WORK : Outcome.DONE);
    }
  }
}
