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

  @Test
  void whereAnswersAreQuickThreadsGoInTwoGroups() {
    answers(200, Duration.ofNanos(400_000));
    assertThat(patience.groups(FEW)).isEqualTo(2);
    assertThat(patience.groups(MANY)).isEqualTo(2);
    assertThat(patience.groups(2)).as("two threads are no two groups").isEqualTo(1);
  }

  @Test
  void whereACommitTakesLongTheyShareIt() {
    answers(200, Duration.ofMillis(5));
    assertThat(patience.groups(FEW)).isEqualTo(1);
    assertThat(patience.groups(MANY)).isEqualTo(1);
  }

  /** Two groups wait for each other: what was quick as one may take half as long again as two. */
  @Test
  void whatIsApartStaysApartUntilItIsSlow() {
    answers(200, Duration.ofNanos(1_300_000));
    assertThat(patience.groups(FEW)).isEqualTo(1);
    answers(200, Duration.ofNanos(1_000_000));
    assertThat(patience.groups(FEW)).isEqualTo(2);
    answers(200, Duration.ofNanos(1_300_000));
    assertThat(patience.groups(FEW)).isEqualTo(2);
    answers(200, Duration.ofNanos(1_700_000));
    assertThat(patience.groups(FEW)).isEqualTo(1);
  }

  private void answers(int count, Duration each) {
    for (int at = 0; at < count; at++) {
      patience.answeredAfter(each.toNanos());
    }
  }
}
