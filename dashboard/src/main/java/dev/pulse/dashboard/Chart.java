package dev.pulse.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A small chart, as SVG takes it: {@value #WIDTH} wide and {@value #HEIGHT} high, stretched by the
 * page. Words stand beside it, so that they are not stretched along.
 *
 * @param shapes what is drawn, in this order
 * @param hints what is told of each place on the way, when somebody points there
 * @param top the number at the upper edge, in words
 * @param middle the number half way up
 */
record Chart(List<Shape> shapes, List<String> hints, String top, String middle) {
  static final int WIDTH = 600;
  static final int HEIGHT = 100;

  /** Where the upper edge is, and how a number is written there and half way up. */
  interface Scale {
    double top(double most);

    String label(double number);
  }

  /**
   * A line or a filled path.
   *
   * @param style its class in the style sheet
   * @param path as SVG writes it
   */
  record Shape(String style, String path) {}

  /**
   * Numbers over time, all of them equally many; the style is a letter of the style sheet. Where
   * nothing was measured stands NaN: a line leaves it out.
   */
  record Series(String style, List<Double> numbers) {}

  Chart {
    shapes = List.copyOf(shapes);
    hints = List.copyOf(hints);
  }

  /** Where the next hint begins. */
  double step() {
    return hints.isEmpty() ? WIDTH : (double) WIDTH / hints.size();
  }

  /** One upon the other. */
  static Chart bars(List<Series> series, List<String> hints, Scale scale) {
    int places = hints.size();
    double[] sums = new double[places];
    series.forEach(each -> add(sums, each.numbers()));
    double most = scale.top(largest(sums));
    double step = (double) WIDTH / Math.max(1, places);
    double[] below = new double[places];
    var shapes = new ArrayList<Shape>();
    for (Series each : series) {
      var path = new StringBuilder();
      for (int at = 0; at < places; at++) {
        double height = each.numbers().get(at) / most * HEIGHT;
        if (height > 0) {
          double foot = HEIGHT - below[at] / most * HEIGHT;
          path.append(
              String.format(
                  Locale.ROOT,
                  "M%.1f %.2fh%.1fv%.2fh%.1fz",
                  at * step + 1,
                  foot,
                  step - 2,
                  -height,
                  2 - step));
        }
        below[at] += each.numbers().get(at);
      }
      shapes.add(new Shape("bar " + each.style(), path.toString()));
    }
    return new Chart(shapes, hints, scale.label(most), scale.label(most / 2));
  }

  /** One beside the other, the first with its area. */
  static Chart lines(List<Series> series, List<String> hints, Scale scale) {
    double most =
        scale.top(
            largest(
                series.stream()
                    .flatMap(each -> each.numbers().stream())
                    .mapToDouble(Double::doubleValue)
                    .toArray()));
    var shapes = new ArrayList<Shape>();
    for (Series each : series) {
      if (shapes.isEmpty()) {
        shapes.add(new Shape("area " + each.style(), line(each.numbers(), most, true)));
      }
      shapes.add(new Shape("line " + each.style(), line(each.numbers(), most, false)));
    }
    return new Chart(shapes, hints, scale.label(most), scale.label(most / 2));
  }

  /** A stretch reaches from the beginning of its first place to the end of its last. */
  private static String line(List<Double> numbers, double most, boolean filled) {
    double step = (double) WIDTH / Math.max(1, numbers.size());
    var path = new StringBuilder();
    int begun = -1;
    for (int at = 0; at < numbers.size(); at++) {
      if (numbers.get(at).isNaN()) {
        continue;
      }
      double height = HEIGHT - numbers.get(at) / most * HEIGHT;
      if (begun < 0) {
        begun = at;
        path.append(point('M', at * step, height));
      }
      path.append(point('L', (at + .5) * step, height));
      if (at + 1 == numbers.size() || numbers.get(at + 1).isNaN()) {
        path.append(point('L', (at + 1) * step, height));
        if (filled) {
          path.append(point('L', (at + 1) * step, HEIGHT)).append(point('L', begun * step, HEIGHT));
          path.append('z');
        }
        begun = -1;
      }
    }
    return path.toString();
  }

  private static String point(char command, double across, double down) {
    return String.format(Locale.ROOT, "%c%.1f %.2f", command, across, down);
  }

  private static double largest(double... numbers) {
    double most = 0;
    for (double number : numbers) {
      most = Double.isNaN(number) ? most : Math.max(most, number);
    }
    return most;
  }

  private static void add(double[] sums, List<Double> numbers) {
    for (int at = 0; at < sums.length; at++) {
      sums[at] += numbers.get(at);
    }
  }
}
