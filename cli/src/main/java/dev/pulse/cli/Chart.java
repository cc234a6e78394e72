package dev.pulse.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines over two axes, as SVG that stands inside a page and takes its colours from it. */
final class Chart {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 260;
  private static final int LEFT = 70;
  private static final int BOTTOM = 40;
  private static final int TOP = 30;
  private static final int RIGHT = 20;
  private static final int TICKS = 4;

  private final String title;
  private final String across;
  private final String up;
  private final List<Line> lines = new ArrayList<>();

  /** A place in the plane. */
  record Point(double x, double y) {}

  private record Line(String name, List<Point> points) {}

  /**
   * @param across what the axis below tells
   * @param up what the axis at the left tells
   */
  Chart(String title, String across, String up) {
    this.title = title;
    this.across = across;
    this.up = up;
  }

  void line(String name, List<Point> points) {
    lines.add(new Line(name, points));
  }

  String svg() {
    double right = most(Point::x);
    double top = most(Point::y);
    var svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
            WIDTH,
            HEIGHT,
            BenchPage.escaped(title)));
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"title\" x=\"%d\" y=\"18\">%s</text>\n",
            LEFT,
            BenchPage.escaped(title)));
    axes(svg, right, top);
    for (int at = 0; at < lines.size(); at++) {
      draw(svg, at, right, top);
    }
    return svg.append("</svg>\n").toString();
  }

  private interface Side {
    double of(Point point);
  }

  private double most(Side side) {
    return lines.stream()
        .flatMap(line -> line.points().stream())
        .mapToDouble(side::of)
        .filter(value -> value > 0)
        .max()
        .orElse(1);
  }

  private void axes(StringBuilder svg, double right, double top) {
    for (int tick = 0; tick <= TICKS; tick++) {
      double y = y(top * tick / TICKS, top);
      double x = x(right * tick / TICKS, right);
      svg.append(
          String.format(
              Locale.ROOT,
              "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n",
              LEFT,
              y,
              WIDTH - RIGHT,
              y));
      svg.append(
          String.format(
              Locale.ROOT,
              "<text class=\"tick\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
              LEFT - 6,
              y + 4,
              rounded(top * tick / TICKS)));
      svg.append(
          String.format(
              Locale.ROOT,
              "<text class=\"tick\" text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>\n",
              x,
              HEIGHT - BOTTOM + 16,
              rounded(right * tick / TICKS)));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"tick\" text-anchor=\"end\" x=\"%d\" y=\"%d\">%s</text>\n",
            WIDTH - RIGHT,
            HEIGHT - 6,
            BenchPage.escaped(across)));
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"tick\" x=\"4\" y=\"18\">%s</text>\n",
            BenchPage.escaped(up)));
  }

  private void draw(StringBuilder svg, int at, double right, double top) {
    Line line = lines.get(at);
    var path = new StringBuilder();
    for (Point point : line.points()) {
      path.append(
          String.format(
              Locale.ROOT,
              "%s%.1f %.1f",
              path.isEmpty() ? "M" : " L",
              x(point.x(), right),
              y(point.y(), top)));
    }
    svg.append(String.format(Locale.ROOT, "<path class=\"line%d\" d=\"%s\"/>\n", at, path));
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"name%d\" text-anchor=\"end\" x=\"%d\" y=\"%d\">%s</text>\n",
            at,
            WIDTH - RIGHT,
            TOP + 16 * at,
            BenchPage.escaped(line.name())));
  }

  private static double x(double value, double most) {
    return LEFT + (WIDTH - LEFT - RIGHT) * value / most;
  }

  private static double y(double value, double most) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * Math.max(0, value) / most;
  }

  private static String rounded(double value) {
    if (value >= 10_000) {
      return String.format(Locale.ROOT, "%.0fk", value / 1000);
    }
    return String.format(Locale.ROOT, value >= 10 || value == 0 ? "%.0f" : "%.2g", value);
  }
}
