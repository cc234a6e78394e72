package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private static final int FEW = 8;
  private static final int MANY = 64;

  private final Patience patience = new Patience();

  @Test
  void halfAnAnswerIsWaitedFor() {
    answers(200, Duration.ofMillis(1));
    assertThat(patience.with(FEW)).isBetween(Duration.ofNanos(499_000), Duration.ofNanos(500_000));
  }

  @Test
  void aQuickServerLeavesThreadsTheTimeTheyNeed() {
    assertThat(patience.with(FEW)).isEqualTo(Duration.ofNanos(300_000));
    answers(200, Duration.ofNanos(10_000));
    assertThat(patience.with(FEW)).isEqualTo(Duration.ofNanos(300_000));
  }

  @Test
  void nobodyWaitsLongBecauseTheServerIsFarAway() {
    answers(200, Duration.ofSeconds(1));
    assertThat(patience.with(FEW)).isEqualTo(Duration.ofMillis(1));
    answers(200, Duration.ofNanos(800_000));
    assertThat(patience.with(FEW)).isLessThan(Duration.ofNanos(410_000));
  }

  @Test
  void aCrowdDoesNotWaitForItsLast() {
    answers(200, Duration.ofMillis(1));
    assertThat(patience.with(MANY)).isEqualTo(Duration.ofNanos(300_000));
  }

  private void answers(int count, Duration each) {
    for (int at = 0; at < count; at++) {
      patience.answeredAfter(each.toNanos());
    }
  }
}
