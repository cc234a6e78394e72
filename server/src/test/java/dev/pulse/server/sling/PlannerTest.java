package dev.pulse.server.sling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.sling.Planner.Binding;
import dev.pulse.server.sling.Planner.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** How many, which, and why not more (G6): whatever the numbers are. */
class PlannerTest {
  private static List<Line<String>> lines(List<Integer> sizes) {
    var lines = new ArrayList<Line<String>>();
    for (int p = 0; p < sizes.size(); p++) {
      String project = "p" + p;
      lines.add(
          new Line<>(
              project,
              (p * 7) % 5,
              IntStream.range(0, sizes.get(p)).mapToObj(n -> project + "/" + n).toList()));
    }
    return lines;
  }

  @Property
  void asManyAsCapacityBatchAndReadinessAllow(
      @ForAll @IntRange(min = -5, max = 30) int capacity,
      @ForAll @IntRange(min = 1, max = 30) int batch,
      @ForAll @Size(max = 6) List<@IntRange(max = 12) Integer> sizes) {
    List<Line<String>> lines = lines(sizes);
    long ready = sizes.stream().mapToInt(size -> size).sum();
    var plan = Planner.plan(capacity, batch, ready, lines);
    long most = Math.max(0, Math.min(capacity, Math.min(batch, ready)));
    assertThat(plan.picks()).hasSize((int) most);
    assertThat(Stream.concat(plan.picks().stream(), plan.reserve().stream()).toList())
        .doesNotHaveDuplicates()
        .hasSize((int) ready);
    Binding expected =
        most == ready
            ? Binding.READY
            : most == Math.max(0, capacity) ? Binding.CAPACITY : Binding.BATCH;
    assertThat(plan.binding()).isEqualTo(expected);
  }

  @Property
  void projectsTakeTurnsAndTheOldestGoesFirst(
      @ForAll @IntRange(min = 1, max = 40) int most,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 12) Integer> sizes) {
    List<Line<String>> lines = lines(sizes);
    long ready = sizes.stream().mapToInt(size -> size).sum();
    List<String> picks = Planner.plan(most, most, ready, lines).picks();
    var taken = new HashMap<String, Integer>();
    for (String pick : picks) {
      String project = pick.substring(0, pick.indexOf('/'));
      int place = Integer.parseInt(pick.substring(pick.indexOf('/') + 1));
      assertThat(place).as("oldest first in " + project).isEqualTo(taken.getOrDefault(project, 0));
      taken.merge(project, 1, Integer::sum);
    }
    for (Line<String> one : lines) {
      int its = taken.getOrDefault(one.project(), 0);
      boolean more = its < one.slings().size();
      for (Line<String> other : lines) {
        if (more) {
          assertThat(taken.getOrDefault(other.project(), 0) - its)
              .as("nobody with more to do is two turns behind")
              .isLessThanOrEqualTo(1);
        }
      }
    }
  }

  @Property
  void whoseTurnIsLongestAgoIsFirst(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 3) Integer> sizes) {
    List<Line<String>> lines = lines(sizes);
    String first = Planner.plan(1, 1, 100, lines).picks().getFirst();
    long least = lines.stream().mapToLong(Line::served).min().orElseThrow();
    assertThat(lines)
        .filteredOn(line -> line.slings().contains(first))
        .allSatisfy(line -> assertThat(line.served()).isEqualTo(least));
  }
}
