package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private final Patience patience = new Patience();

  @Test
  void halfAnAnswerIsWaitedFor() {
    answers(200, Duration.ofMillis(1));
    assertThat(patience.now()).isBetween(Duration.ofNanos(499_000), Duration.ofNanos(500_000));
  }

  @Test
  void aQuickServerLeavesThreadsTheTimeTheyNeed() {
    assertThat(patience.now()).isEqualTo(Duration.ofNanos(300_000));
    answers(200, Duration.ofNanos(10_000));
    assertThat(patience.now()).isEqualTo(Duration.ofNanos(300_000));
  }

  @Test
  void nobodyWaitsLongBecauseTheServerIsFarAway() {
    answers(200, Duration.ofSeconds(1));
    assertThat(patience.now()).isEqualTo(Duration.ofMillis(1));
    answers(200, Duration.ofNanos(800_000));
    assertThat(patience.now()).isLessThan(Duration.ofNanos(410_000));
  }

  private void answers(int count, Duration each) {
    for (int at = 0; at < count; at++) {
      patience.answeredAfter(each.toNanos());
    }
  }
}
