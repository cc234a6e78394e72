package dev.pulse.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What every figure is compared with works on the tables as they are today. */
class RawContestantsTest {
  @Test
  void bareStatementsSubmitAndDrainEveryJobOnce() throws Exception {
    try (var arena = new Arena()) {
      drains(new InProcess(new RawLayout(arena.database("raw"))), arena);
      drains(new InProcess(new PlainTable(arena.database("plain"))), arena);
    }
  }

  private static void drains(Contestant contestant, Arena arena) throws Exception {
    contestant.clear();
    contestant.fill(2_500, Shape.PLAIN, 0);
    var meter = new Meter(arena, contestant);
    Count drained = contestant.drain(2_500, Shape.PLAIN, 0, Duration.ofSeconds(60));
    Meter.Cost cost = meter.per(drained.jobs());
    assertThat(drained.jobs()).isEqualTo(2_500);
    assertThat(cost.statements()).isPositive().isLessThan(1);
    assertThat(cost.commits()).isPositive().isLessThan(1);
    assertThat(cost.wal()).isPositive();
    assertThat(contestant.submit(2, Duration.ofMillis(50)).jobs()).isPositive();
    contestant.close();
  }
}
