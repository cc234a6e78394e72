package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void itIsReadInOrderWhateverTheOrderWas() {
    var spread = new Spread(LongStream.rangeClosed(1, 100).map(n -> 101 - n).toArray());
    assertThat(spread.count()).isEqualTo(100);
    assertThat(spread.at(0)).isEqualTo(Duration.ofNanos(1));
    assertThat(spread.at(0.5)).isEqualTo(Duration.ofNanos(51));
    assertThat(spread.at(0.99)).isEqualTo(Duration.ofNanos(100));
    assertThat(spread.at(1)).isEqualTo(Duration.ofNanos(100));
  }

  @Test
  void nothingMeasuredIsNothing() {
    assertThat(new Spread(new long[0]).at(0.5)).isEqualTo(Duration.ZERO);
  }

  @Test
  void aPaceNeverGoesBack() {
    var pace = new Pace();
    assertThat(pace.perSecond()).isZero();
    pace.reached(10);
    pace.reached(5);
    assertThat(pace.points()).extracting(Pace.Point::done).containsExactly(0L, 10L);
    assertThat(pace.perSecond()).isPositive();
  }
}
