package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Graphs of runs and rings of days: laid out so that nothing covers anything (N1, K3). */
class DrawingsTest {
  @Test
  void noBoxCoversAnotherAndEveryNodeIsBehindWhatItComesAfter() {
    var random = new Random(20);
    for (int round = 0; round < 200; round++) {
      List<Run.Node> nodes = some(random, 1 + random.nextInt(30));
      RunGraph graph = RunGraph.of(nodes, RunGraph.Way.RIGHT);
      assertThat(graph.boxes()).hasSameSizeAs(nodes);
      for (RunGraph.Box one : graph.boxes()) {
        assertThat(one.x()).isBetween(0, graph.width() - RunGraph.BOX_WIDTH);
        assertThat(one.y()).isBetween(0, graph.height() - RunGraph.BOX_HEIGHT);
        for (RunGraph.Box other : graph.boxes()) {
          boolean apart =
              Math.abs(one.x() - other.x()) >= RunGraph.BOX_WIDTH
                  || Math.abs(one.y() - other.y()) >= RunGraph.BOX_HEIGHT;
          assertThat(one == other || apart).as("%s and %s", one, other).isTrue();
          if (one.node().after().contains(other.node().id())) {
            assertThat(one.x()).isGreaterThan(other.x() + RunGraph.BOX_WIDTH);
          }
        }
      }
    }
  }

  @Test
  void downIsTheSameTurned() {
    List<Run.Node> nodes = some(new Random(4), 12);
    RunGraph right = RunGraph.of(nodes, RunGraph.Way.RIGHT);
    RunGraph down = RunGraph.of(nodes, RunGraph.Way.DOWN);
    assertThat(down.edges()).hasSameSizeAs(right.edges());
    assertThat(down.boxes()).allMatch(box -> box.y() < down.height() && box.x() < down.width());
  }

  @Test
  void aThicketIsNotDrawn() {
    assertThat(RunGraph.canDraw(some(new Random(1), 150))).isFalse();
    assertThat(RunGraph.canDraw(some(new Random(1), 10))).isTrue();
  }

  private static List<Run.Node> some(Random random, int count) {
    var nodes = new ArrayList<Run.Node>();
    for (int n = 0; n < count; n++) {
      var after = new ArrayList<String>();
      for (int before = 0; before < n; before++) {
        if (random.nextInt(4) == 0) {
          after.add("n" + before);
        }
      }
      nodes.add(
          new Run.Node("n" + n, "pending", after, "job", null, null, 0, null, null, null, null));
    }
    return nodes;
  }

  @Test
  void aDayIsARingInTheOrderItIsLived() {
    Ring ring =
        Ring.of(List.of(state("wake", "audit"), state("rest", "wake"), state("audit", "rest")));
    assertThat(ring.stops())
        .extracting(stop -> stop.state().name())
        .containsExactly("wake", "audit", "rest");
    assertThat(ring.stops().getFirst().x()).isEqualTo(Ring.WIDTH / 2);
    assertThat(ring.ways()).hasSize(3).noneMatch(Ring.Way::leaves);
  }

  @Test
  void whatIsNeverReachedAndWhatLeadsBackAreDrawnToo() {
    Ring ring =
        Ring.of(
            List.of(
                state("a", "b"),
                state("b", "c"),
                state("c", "b"),
                state("alone", "alone"),
                state("stray", "gone")));
    assertThat(ring.stops()).hasSize(5);
    assertThat(ring.ways()).extracting(Ring.Way::from).containsExactly("a", "b", "c");
    assertThat(ring.ways().getLast().leaves()).isTrue();
    assertThat(Ring.of(List.of()).stops()).isEmpty();
  }

  private static Ring.State state(String name, String next) {
    return new Ring.State(name, "wake", 1, next);
  }
}
