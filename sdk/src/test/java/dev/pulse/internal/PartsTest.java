package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.v1.NewJob;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PartsTest {
  @Property(tries = 50)
  void partsTogetherAreTheListInOrderAndEachFits(
      @ForAll @Size(max = 30) List<@IntRange(min = 0, max = 900_000) Integer> sizes) {
    List<NewJob> jobs =
        sizes.stream().map(size -> NewJob.newBuilder().setArgs("x".repeat(size)).build()).toList();
    List<List<NewJob>> parts = Parts.of(jobs);
    assertThat(parts.stream().flatMap(List::stream)).containsExactlyElementsOf(jobs);
    assertThat(parts)
        .allMatch(part -> !part.isEmpty())
        .allMatch(
            part -> part.stream().mapToInt(NewJob::getSerializedSize).sum() <= Parts.MOST_BYTES);
  }

  @Test
  void noPartHasMoreThanAThousandJobs() {
    List<NewJob> jobs =
        IntStream.range(0, 2_500).mapToObj(i -> NewJob.getDefaultInstance()).toList();
    assertThat(Parts.of(jobs)).extracting(List::size).containsExactly(1000, 1000, 500);
  }
}
