package dev.pulse.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerdictsTest {
  private final Results results = new Results();

  private void add(String contestant, Measure measure, double... values) {
    for (double value : values) {
      results.add(contestant, measure, new Results.Sample(value, 1, null));
    }
  }

  @Test
  void mediansAreComparedAndTheFasterBareInsertCounts() {
    add("Pulse", Measure.SUBMIT_8, 1_000, 13_000, 12_000);
    add("raw SQL, our layout", Measure.SUBMIT_8, 8_000);
    add("raw SQL, one table", Measure.SUBMIT_8, 10_000);
    assertThat(new Verdicts(results).lines())
        .containsExactly("submit by 8 threads against raw INSERT by 8: 1.20 (aim ≥ 1.20) met");
  }

  @Test
  void anAimThatWasMissedIsSaid() {
    add("Pulse", Measure.DRAIN, 20_000);
    add("Pulse", Measure.TOPICS, 10_000);
    add("graphile-worker", Measure.DRAIN, 40_000);
    assertThat(new Verdicts(results).lines())
        .containsExactly(
            "drain against graphile-worker's: 0.50 (aim ≥ 1.50) MISSED",
            "over many topics: 0.50 (aim ≥ 0.80) MISSED");
  }

  @Test
  void theBestPeersLatencyIsTheMeasure() {
    add("Pulse", Measure.CALL_P50, 2);
    add("one", Measure.CALL_P50, 4);
    add("other", Measure.CALL_P50, 2.5);
    assertThat(new Verdicts(results).lines())
        .containsExactly("call→start p50 against the best peer's: 0.80 (aim ≤ 0.70) MISSED");
  }

  /** The machine of the second round is half as fast; of the third, only for one of them. */
  @Test
  void contestantsAreComparedRoundByRound() {
    add("Pulse", Measure.DRAIN, 100, 120, 110);
    add("raw SQL, our layout", Measure.DRAIN, 200);
    results.nextRound();
    add("Pulse", Measure.DRAIN, 60);
    add("raw SQL, our layout", Measure.DRAIN, 100);
    results.nextRound();
    add("Pulse", Measure.DRAIN, 60);
    add("raw SQL, our layout", Measure.DRAIN, 200);
    assertThat(new Verdicts(results).lines())
        .containsExactly("drain against raw SQL of the same layout: 0.55 (aim ≥ 0.50) met");
  }

  /** Twice as slow a minute later is half the machine, and not half the queue. */
  @Test
  void aShapeIsComparedWithWhatWasMeasuredBesideIt() {
    add("Pulse", Measure.DRAIN, 100, 110);
    add("Pulse", Measure.TOPICS, 90, 90);
    add("Pulse", Measure.DRAIN, 100);
    add("Pulse", Measure.LIMITED, 40);
    add("Pulse", Measure.DRAIN, 50);
    add("Pulse", Measure.TOPICS, 45);
    add("Pulse", Measure.DRAIN, 50);
    assertThat(new Verdicts(results).lines())
        .containsExactly(
            "beside a saturated limit: 0.53 (aim ≥ 0.80) MISSED",
            "over many topics: 0.90 (aim ≥ 0.80) met");
  }
}
