package dev.pulse.server.sling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Decides how many slings are dispatched, and which: pure, so that a dry run and a run cannot
 * differ (G6). Projects take turns, the one whose turn is longest ago first; within a project the
 * oldest goes first.
 */
final class Planner {
  private Planner() {}

  /** What keeps a cycle from dispatching more. */
  enum Binding {
    /** Nothing: whatever was ready is dispatched. */
    READY,
    CAPACITY,
    BATCH
  }

  /**
   * What is ready of one project.
   *
   * @param served grows with each turn it had
   * @param slings oldest first
   */
  record Line<S>(String project, long served, List<S> slings) {}

  /**
   * @param picks to be dispatched, in this order
   * @param reserve who takes the place of one that cannot be dispatched, in this order
   */
  record Plan<S>(List<S> picks, List<S> reserve, Binding binding) {}

  /**
   * @param capacity free slots; none or fewer: nothing can start
   * @param ready how many are ready altogether, of which the lines hold the first ones
   */
  static <S> Plan<S> plan(long capacity, int batch, long ready, List<Line<S>> lines) {
    long most = Math.max(0, Math.min(capacity, Math.min(batch, ready)));
    List<S> order = inTurns(lines);
    int picked = (int) Math.min(most, order.size());
    Binding binding =
        most == ready
            ? Binding.READY
            : most == Math.max(0, capacity) ? Binding.CAPACITY : Binding.BATCH;
    return new Plan<>(
        List.copyOf(order.subList(0, picked)),
        List.copyOf(order.subList(picked, order.size())),
        binding);
  }

  private static <S> List<S> inTurns(List<Line<S>> lines) {
    record Turn<S>(Line<S> line, int next, long served) {}
    long last = lines.stream().mapToLong(Line::served).max().orElse(0);
    var turns =
        new PriorityQueue<Turn<S>>(
            Comparator.<Turn<S>>comparingLong(Turn::served)
                .thenComparing(turn -> turn.line().project()));
    for (Line<S> line : lines) {
      if (!line.slings().isEmpty()) {
        turns.add(new Turn<>(line, 0, line.served()));
      }
    }
    var order = new ArrayList<S>();
    while (!turns.isEmpty()) {
      Turn<S> turn = turns.remove();
      order.add(turn.line().slings().get(turn.next()));
      if (turn.next() + 1 < turn.line().slings().size()) {
        turns.add(new Turn<>(turn.line(), turn.next() + 1, ++last));
      }
    }
    return order;
  }
}
