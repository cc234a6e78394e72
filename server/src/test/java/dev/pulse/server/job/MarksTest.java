package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.Marks.Mark;
import org.junit.jupiter.api.Test;

class MarksTest {
  private final Marks marks = new Marks();

  @Test
  void aClaimStartsWhereTheLastOneEnded() {
    claim(new Mark(0, 10));
    assertThat(next()).isEqualTo(new Mark(0, 10));
    try (var scan = marks.begin("t", true)) {
      assertThat(scan.from()).isEqualTo(Mark.START);
    }
  }

  @Test
  void anArrivalBeforeTheMarkLowersIt() {
    claim(new Mark(0, 10));
    marks.lower("t", new Mark(0, 20));
    assertThat(next()).isEqualTo(new Mark(0, 10));
    marks.lower("t", new Mark(-5, 30));
    assertThat(next()).isEqualTo(new Mark(-5, 30));
  }

  @Test
  void anArrivalDuringAClaimHoldsItsEndDown() {
    try (var scan = marks.begin("t", false)) {
      marks.lower("t", new Mark(0, 14)); // committed after the claim's snapshot, before its end
      scan.endedAt(new Mark(0, 15));
    }
    assertThat(next()).isEqualTo(new Mark(0, 14));
  }

  @Test
  void ofTwoClaimsThatOverlapTheOneThatGotFurtherCounts() {
    try (var slow = marks.begin("t", false);
        var fast = marks.begin("t", false)) {
      fast.endedAt(new Mark(0, 30));
      slow.endedAt(new Mark(0, 15));
    }
    assertThat(next()).isEqualTo(new Mark(0, 30));
  }

  @Test
  void aClaimThatFailedLeavesTheMark() {
    claim(new Mark(0, 10));
    marks.begin("t", false).close();
    assertThat(next()).isEqualTo(new Mark(0, 10));
  }

  private void claim(Mark end) {
    try (var scan = marks.begin("t", false)) {
      scan.endedAt(end);
    }
  }

  private Mark next() {
    try (var scan = marks.begin("t", false)) {
      return scan.from();
    }
  }
}
