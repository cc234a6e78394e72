package dev.pulse.dashboard;

import dev.pulse.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run laid out for drawing: its nodes in layers, each behind everything it comes after, and edges
 * that lead around what lies between.
 *
 * @param width of the whole
 * @param height of the whole
 * @param boxes the nodes
 * @param edges what leads from one to the next
 */
record RunGraph(int width, int height, List<Box> boxes, List<Edge> edges) {
  /** A larger one would be a thicket; its list tells more. */
  private static final int MOST_NODES = 150;

  private static final int MOST_EDGES = 500;

  static final int BOX_WIDTH = 168;
  static final int BOX_HEIGHT = 54;
  private static final int BETWEEN_LAYERS = 46;
  private static final int BETWEEN_BOXES = 18;
  private static final int EDGE_ROOM = 14;
  private static final int MARGIN = 6;
  private static final int SWEEPS = 4;
  private static final int WIDEST = 1300;
  private static final int NARROWEST = 420;

  /** Which way it leads. */
  enum Way {
    /** From left to right, for a screen. */
    RIGHT,
    /** From top to bottom, for a phone. */
    DOWN
  }

  /** A node and where it is. */
  record Box(Run.Node node, int x, int y) {}

  /**
   * What leads from one node to another, as an SVG path.
   *
   * @param line the way it takes
   * @param tip its arrow; empty on the way
   * @param done whether what it comes from is completed
   */
  record Edge(String line, String tip, boolean done) {}

  /** What is not much wider than a screen is made to fit it; the rest is scrolled. */
  boolean fits() {
    return width <= (width > height ? WIDEST : NARROWEST);
  }

  /** Whether there is a picture of it that tells anything. */
  static boolean canDraw(List<Run.Node> nodes) {
    return nodes.size() <= MOST_NODES
        && nodes.stream().mapToInt(node -> node.after().size()).sum() <= MOST_EDGES;
  }

  static RunGraph of(List<Run.Node> nodes, Way way) {
    return new Layout(nodes, way).graph();
  }

  /** A place in a layer: of a node, or of an edge that passes through. */
  private static final class Place {
    final Run.@Nullable Node node;
    final List<Place> before = new ArrayList<>();
    final List<Place> behind = new ArrayList<>();
    boolean done;
    int depth;
    double order;
    int at;

    Place(Run.@Nullable Node node) {
      this.node = node;
      this.done = node != null && node.status().equals("completed");
    }

    void leadsTo(Place other) {
      behind.add(other);
      other.before.add(this);
    }
  }

  private record Tie(Place from, Place to) {}

  private static final class Layout {
    private final List<List<Place>> layers = new ArrayList<>();
    private final Way way;
    private final int across;

    Layout(List<Run.Node> nodes, Way way) {
      this.way = way;
      this.across = way == Way.RIGHT ? BOX_HEIGHT : BOX_WIDTH;
      place(nodes);
      for (int sweep = 0; sweep < SWEEPS; sweep++) {
        boolean down = sweep % 2 == 0;
        for (List<Place> layer : down ? layers : layers.reversed()) {
          order(layer, down);
        }
      }
      spread();
    }

    private void place(List<Run.Node> nodes) {
      var places = new LinkedHashMap<String, Place>();
      nodes.forEach(node -> places.put(node.id(), new Place(node)));
      List<Tie> ties = ties(nodes, places);
      settle(ties, nodes.size());
      places.values().forEach(place -> layer(place.depth).add(place));
      for (Tie tie : ties) {
        Place last = tie.from();
        for (int depth = last.depth + 1; depth < tie.to().depth; depth++) {
          var passing = new Place(null);
          passing.done = last.done;
          last.leadsTo(passing);
          layer(depth).add(passing);
          last = passing;
        }
        last.leadsTo(tie.to());
      }
    }

    private static List<Tie> ties(List<Run.Node> nodes, Map<String, Place> places) {
      var ties = new ArrayList<Tie>();
      for (Run.Node node : nodes) {
        for (String before : node.after()) {
          Place from = places.get(before);
          Place to = places.get(node.id());
          if (from != null && to != null) {
            ties.add(new Tie(from, to));
          }
        }
      }
      return ties;
    }

    /** Each as far from the start as its longest way is. */
    private static void settle(List<Tie> ties, int most) {
      boolean changed = true;
      for (int round = 0; changed && round < most; round++) {
        changed = false;
        for (Tie tie : ties) {
          if (tie.to().depth <= tie.from().depth) {
            tie.to().depth = tie.from().depth + 1;
            changed = true;
          }
        }
      }
    }

    private List<Place> layer(int depth) {
      while (layers.size() <= depth) {
        layers.add(new ArrayList<>());
      }
      return layers.get(depth);
    }

    /** Each to the middle of what it is tied to, so that few edges cross. */
    private static void order(List<Place> layer, boolean down) {
      for (int index = 0; index < layer.size(); index++) {
        List<Place> tied = down ? layer.get(index).before : layer.get(index).behind;
        layer.get(index).order =
            tied.stream().mapToDouble(place -> place.order).average().orElse(index);
      }
      layer.sort(Comparator.comparingDouble(place -> place.order));
      for (int index = 0; index < layer.size(); index++) {
        layer.get(index).order = index - (layer.size() - 1) / 2.0;
      }
    }

    private void spread() {
      int widest = layers.stream().mapToInt(this::room).max().orElse(0);
      for (List<Place> layer : layers) {
        int at = MARGIN + (widest - room(layer)) / 2;
        for (Place place : layer) {
          place.at = at + size(place) / 2;
          at += size(place) + BETWEEN_BOXES;
        }
      }
    }

    private int room(List<Place> layer) {
      return layer.stream().mapToInt(this::size).sum() + BETWEEN_BOXES * (layer.size() - 1);
    }

    private int size(Place place) {
      return place.node == null ? EDGE_ROOM : across;
    }

    RunGraph graph() {
      int along = way == Way.RIGHT ? BOX_WIDTH : BOX_HEIGHT;
      int step = along + BETWEEN_LAYERS;
      var boxes = new ArrayList<Box>();
      var edges = new ArrayList<Edge>();
      for (int depth = 0; depth < layers.size(); depth++) {
        int from = MARGIN + depth * step;
        for (Place place : layers.get(depth)) {
          if (place.node != null) {
            boxes.add(box(place.node, from, place.at));
          }
          for (Place next : place.behind) {
            edges.add(edge(place, next, from + along, from + step));
          }
          if (place.node == null) {
            edges.add(new Edge(straight(from, from + along, place.at), "", place.done));
          }
        }
      }
      int length = layers.size() * step - BETWEEN_LAYERS + 2 * MARGIN;
      int breadth = layers.stream().mapToInt(this::room).max().orElse(0) + 2 * MARGIN;
      return way == Way.RIGHT
          ? new RunGraph(length, breadth, boxes, edges)
          : new RunGraph(breadth, length, boxes, edges);
    }

    private Box box(Run.Node node, int along, int middle) {
      return way == Way.RIGHT
          ? new Box(node, along, middle - BOX_HEIGHT / 2)
          : new Box(node, middle - BOX_WIDTH / 2, along);
    }

    private Edge edge(Place place, Place next, int from, int to) {
      int half = (from + to) / 2;
      String line =
          "M%s C%s %s %s"
              .formatted(
                  point(from, place.at),
                  point(half, place.at),
                  point(half, next.at),
                  point(to, next.at));
      String tip =
          next.node == null
              ? ""
              : "M%s L%s L%s"
                  .formatted(
                      point(to - 6, next.at - 4), point(to, next.at), point(to - 6, next.at + 4));
      return new Edge(line, tip, place.done);
    }

    private String straight(int from, int to, int at) {
      return "M%s L%s".formatted(point(from, at), point(to, at));
    }

    private String point(int along, int at) {
      return way == Way.RIGHT ? along + "," + at : at + "," + along;
    }
  }
}
