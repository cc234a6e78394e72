package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class JobIdsTest {
  @Property
  void idsGrowWhateverTheClockDoes(
      @ForAll @NotEmpty List<@LongRange(min = 0, max = 1L << 47) Long> clock) {
    Iterator<Long> times = clock.iterator();
    JobIds ids = new JobIds(times::next);
    List<String> made = Stream.generate(() -> ids.next().toString()).limit(clock.size()).toList();
    assertThat(made).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void anIdIsAUuidOfVersion7ThatBeginsWithItsTime() {
    UUID id = new JobIds(() -> 0x0123_4567_89ABL).next();
    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(id.toString()).startsWith("01234567-89ab-7000-");
  }

  @Test
  void moreThanFitIntoAMillisecondStillGrow() {
    JobIds ids = new JobIds(() -> 1);
    List<String> made = Stream.generate(() -> ids.next().toString()).limit(10_000).toList();
    assertThat(made).isSorted().doesNotHaveDuplicates();
  }
}
