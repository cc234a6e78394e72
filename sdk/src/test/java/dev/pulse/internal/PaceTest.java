package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PaceTest {
  @Property
  void everyPauseIsWithinHalfAndAllOfItsBound(
      @ForAll @IntRange(min = 1) int failures,
      @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double chance) {
    long bound = Pace.WORKER.after(failures, 1).toMillis();
    assertThat(Pace.WORKER.after(failures, chance).toMillis()).isBetween(bound / 2, bound);
    assertThat(bound).isBetween(50L, Pace.WORKER.longest().toMillis());
  }

  @Test
  void theFirstPauseIsShortAndTheyDouble() {
    assertThat(Pace.WORKER.after(1, 1).toMillis()).isEqualTo(50);
    assertThat(Pace.WORKER.after(2, 1).toMillis()).isEqualTo(100);
    assertThat(Pace.WORKER.after(100, 1)).isEqualTo(Pace.WORKER.longest());
  }
}
