package dev.pulse.agents.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The price of idleness, and cadence that survives the machine (K1, K5, K6). */
class CadenceTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "0,PT45S",
    "1,PT1M",
    "2,PT2M",
    "3,PT4M",
    "4,PT8M",
    "5,PT16M",
    "6,PT30M",
    "7,PT30M",
    "1000,PT30M",
    "2147483647,PT30M"
  })
  void theTableOfAContinuousWorker(int streak, Duration delay) {
    assertThat(Cadence.resting(Cadence.CONTINUOUS, streak)).isEqualTo(delay);
  }

  @ParameterizedTest
  @CsvSource({"1,PT10M", "4,PT10M", "5,PT16M", "6,PT30M"})
  void neverShorterThanTheInterval(int streak, Duration delay) {
    assertThat(Cadence.resting(Duration.ofMinutes(10), streak)).isEqualTo(delay);
  }

  @Test
  void theCapDoesNotCallAnHourlyAgentMoreOften() {
    assertThat(Cadence.resting(Cadence.USUAL, 9)).isEqualTo(Cadence.USUAL);
  }

  @ParameterizedTest
  @EnumSource(value = Outcome.class, names = "NO_WORK", mode = EnumSource.Mode.EXCLUDE)
  void everythingButNoWorkWaitsTheInterval(Outcome outcome) {
    assertThat(Cadence.after(outcome, Cadence.CONTINUOUS, 5)).isEqualTo(Cadence.CONTINUOUS);
  }

  @Test
  void oneDoneResetsAndAFailureLeavesTheStreak() {
    assertThat(Cadence.streak(Outcome.NO_WORK, 3)).isEqualTo(4);
    assertThat(Cadence.streak(Outcome.DONE, 4)).isZero();
    assertThat(Cadence.streak(Outcome.FAILED, 4)).isEqualTo(4);
    assertThat(Cadence.streak(Outcome.KILLED, 4)).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "PT1H,  PT40M,  PT20M", // the document's own: forty minutes into the hour, twenty remain
    "PT1H,  PT0S,   PT1H",
    "PT1H,  PT59M30S, PT1M", // the floor
    "PT1H,  P3D,    PT1M",
    "PT45S, PT0S,   PT1M",
    "PT1H,  PT-10M, PT1H", // the clock was set back
  })
  void aRestartWaitsWhatIsLeftButAMinute(Duration interval, Duration elapsed, Duration delay) {
    assertThat(Cadence.catchUp(interval, NOON.minus(elapsed), NOON)).isEqualTo(delay);
  }

  @Test
  void firstTicksAreHalfAMinuteApart() {
    assertThat(Cadence.first(0)).isZero();
    assertThat(Cadence.first(7)).isEqualTo(Duration.ofSeconds(210));
  }
}
