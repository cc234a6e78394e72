package dev.pulse.benchmarks.peers;

import java.util.List;
import java.util.Locale;

/** The medians as bars, one panel to a measure: a picture that stands for itself. */
final class Bars {
  private static final List<Measure> PANELS =
      List.of(Measure.DRAIN, Measure.BATCH, Measure.SUBMIT_8, Measure.SUBMIT_64, Measure.CALL_P50);
  private static final int WIDTH = 720;
  private static final int NAMES = 170;
  private static final int NUMBERS = 80;
  private static final int ROW = 22;
  private static final int HEADING = 40;

  private static final String STYLE =
      """
      <style>
      text { font: 13px system-ui, sans-serif; fill: #1b1f24; } .title { font-weight: 600; }
      rect { fill: #9aa7b4; } .ours { fill: #0b62d6; } .paper { fill: #fff; }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; } rect { fill: #57606a; } .ours { fill: #6cb0ff; } .paper { fill: #0d1117; } }
      </style>
      """;

  private final Results results;

  Bars(Results results) {
    this.results = results;
  }

  String svg() {
    var panels = new StringBuilder();
    int height = 0;
    for (Measure measure : PANELS) {
      height = panel(panels, measure, height);
    }
    height += 10;
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n"
            .formatted(WIDTH, height)
        + "<title>Pulse beside other queues: medians</title>\n"
        + STYLE
        + "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n".formatted(WIDTH, height)
        + panels
        + "</svg>\n";
  }

  /** Draws below {@code top}; answers where it ended. */
  private int panel(StringBuilder svg, Measure measure, int top) {
    List<String> names =
        results.contestants().stream()
            .filter(name -> results.median(name, measure).isPresent())
            .toList();
    double most =
        names.stream()
            .mapToDouble(name -> results.median(name, measure).orElse(0.0))
            .max()
            .orElse(0);
    if (most <= 0) {
      return top;
    }
    String unit = measure.rate ? "jobs/s" : "ms, less is better";
    text(svg, "title", 10, top + HEADING - 14, measure.title + ", " + unit);
    int y = top + HEADING;
    for (String name : names) {
      double median = results.median(name, measure).orElse(0.0);
      double width = Math.max(1, (WIDTH - NAMES - NUMBERS) * median / most);
      text(svg, "name", 10, y + 13, name);
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
              name.equals("Pulse") ? "ours" : "theirs",
              NAMES,
              y,
              width,
              ROW - 6));
      String number = String.format(Locale.ROOT, measure.rate ? "%,.0f" : "%,.2f", median);
      text(svg, "number", NAMES + (int) width + 6, y + 13, number);
      y += ROW;
    }
    return y;
  }

  private static void text(StringBuilder svg, String kind, int x, int y, String text) {
    svg.append(
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n"
            .formatted(kind, x, y, text.replace("&", "&amp;").replace("<", "&lt;")));
  }
}
