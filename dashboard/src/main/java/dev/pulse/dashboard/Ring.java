package dev.pulse.dashboard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/**
 * The day of a standing agent laid out as a ring: its states clockwise from the top in the order in
 * which it goes through them, and the way from each to the next (K3).
 *
 * @param stops the states
 * @param ways what leads from one to the next, as SVG paths
 */
record Ring(List<Stop> stops, List<Way> ways) {
  static final int WIDTH = 340;
  static final int HEIGHT = 250;
  private static final int X = WIDTH / 2;
  private static final int Y = HEIGHT / 2;
  private static final int RADIUS = 82;
  private static final int LABEL = 20;

  /** An arc ends before the dot it leads to. */
  private static final double GAP = 0.2;

  /**
   * A state as its agent shows it.
   *
   * @param kind wake or rem
   * @param repeat how many good ticks it takes
   * @param next where it goes then
   */
  record State(String name, String kind, int repeat, String next) {}

  /**
   * A state and where it is.
   *
   * @param anchor which end of its label is at that place: start, middle or end
   */
  record Stop(State state, int x, int y, int labelX, int labelY, String anchor) {}

  /**
   * A way from one state to another.
   *
   * @param leaves whether it leaves the ring
   */
  record Way(String from, String line, String tip, boolean leaves) {}

  /**
   * @param states the first one first
   */
  static Ring of(List<State> states) {
    List<State> order = inOrder(states);
    List<String> names = order.stream().map(State::name).toList();
    var stops = new ArrayList<Stop>();
    var ways = new ArrayList<Way>();
    for (int at = 0; at < order.size(); at++) {
      State state = order.get(at);
      double here = angle(at, order.size());
      stops.add(stop(state, here));
      int next = names.indexOf(state.next());
      if (next >= 0 && next != at) {
        boolean around = next == (at + 1) % order.size();
        ways.add(way(state.name(), here, angle(next, order.size()), around));
      }
    }
    return new Ring(stops, ways);
  }

  private static double angle(int at, int of) {
    return 2 * Math.PI * at / of - Math.PI / 2;
  }

  /** As the agent goes through them; what it never comes to follows behind. */
  private static List<State> inOrder(List<State> states) {
    var left = new LinkedHashMap<String, State>();
    states.forEach(state -> left.put(state.name(), state));
    var order = new ArrayList<State>();
    while (!left.isEmpty()) {
      State here = left.remove(left.firstEntry().getKey());
      while (here != null) {
        order.add(here);
        here = left.remove(here.next());
      }
    }
    return order;
  }

  private static Stop stop(State state, double angle) {
    double cos = Math.cos(angle);
    int labelX = (int) Math.round(X + (RADIUS + LABEL) * cos);
    String anchor = Math.abs(cos) < 0.25 ? "middle" : cos > 0 ? "start" : "end";
    double away = anchor.equals("middle") ? RADIUS + LABEL + 6 : RADIUS + LABEL;
    int labelY = (int) Math.round(Y + away * Math.sin(angle)) + 4;
    return new Stop(state, x(angle, RADIUS), y(angle, RADIUS), labelX, labelY, anchor);
  }

  private static Way way(String name, double from, double to, boolean around) {
    double turn = to - from <= 1e-9 ? to - from + 2 * Math.PI : to - from;
    double begin = around ? from + GAP : from;
    double end = around ? from + turn - GAP : to;
    if (around) {
      String line =
          "M%s A%d,%d 0 %d 1 %s"
              .formatted(
                  point(begin, RADIUS),
                  RADIUS,
                  RADIUS,
                  turn - 2 * GAP > Math.PI ? 1 : 0,
                  point(end, RADIUS));
      return new Way(name, line, tip(end), false);
    }
    int inner = RADIUS - 14;
    String line = "M%s Q%d,%d %s".formatted(point(begin, inner), X, Y, point(end, inner));
    return new Way(name, line, "", true);
  }

  /** Two strokes that meet at the end of an arc. */
  private static String tip(double at) {
    double back = at - 0.09;
    return "M%s L%s L%s"
        .formatted(point(back, RADIUS - 5), point(at, RADIUS), point(back, RADIUS + 5));
  }

  private static int x(double angle, int radius) {
    return (int) Math.round(X + radius * Math.cos(angle));
  }

  private static int y(double angle, int radius) {
    return (int) Math.round(Y + radius * Math.sin(angle));
  }

  private static String point(double angle, int radius) {
    return String.format(
        Locale.ROOT, "%.1f,%.1f", X + radius * Math.cos(angle), Y + radius * Math.sin(angle));
  }
}
