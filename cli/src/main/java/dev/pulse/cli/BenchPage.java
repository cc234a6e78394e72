package dev.pulse.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The result of a bench as one HTML file: a table and charts, no script, nothing to fetch. */
final class BenchPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #d8dee4; --a: #0b62d6; --b: #c2410c; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --faint: #30363d; --a: #6cb0ff; --b: #ffa657; } }
      body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 44rem;
        margin: 2rem auto; padding: 0 1rem; }
      table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem;
        border-bottom: 1px solid var(--faint); }
      svg { width: 100%; height: auto; margin: 1.5rem 0; } text { font: 12px system-ui, sans-serif; fill: var(--ink); }
      .title { font-weight: 600; font-size: 14px; } .grid { stroke: var(--faint); }
      path { fill: none; stroke-width: 2; } .line0 { stroke: var(--a); } .line1 { stroke: var(--b); stroke-dasharray: 6 3; }
      .name0 { fill: var(--a); } .name1 { fill: var(--b); }
      """;

  private final BenchResult result;
  private final Instant when;

  BenchPage(BenchResult result, Instant when) {
    this.result = result;
    this.when = when;
  }

  String html() {
    var rows = new StringBuilder();
    row(rows, "submit, in batches", BenchResult.rate(result.batches()), result.jobs());
    row(rows, "submit, one by one", BenchResult.rate(result.each()), result.singles());
    row(rows, "drain", BenchResult.rate(result.drain()), result.jobs() + result.singles());
    row(rows, "latency, idle", BenchResult.shown(result.latency()), result.latency().count());
    Spread loaded = result.load().latency();
    row(
        rows,
        String.format(
            Locale.ROOT,
            "latency at %,.0f jobs/s, of which %,.0f were reached",
            result.load().offered(),
            result.load().reached()),
        BenchResult.shown(loaded),
        loaded.count());
    return """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <title>pulse bench</title>
        <style>
        %s</style></head>
        <body>
        <h1>pulse bench</h1>
        <p>%s, topic <code>%s</code>. Jobs do nothing; a latency is from the submit to the start of the handler.</p>
        <table><thead><tr><th>what<th>result<th>jobs</thead><tbody>
        %s</tbody></table>
        %s%s%s</body></html>
        """
        .formatted(
            STYLE,
            when,
            escaped(result.topic()),
            rows,
            submits().svg(),
            drain().svg(),
            waits().svg());
  }

  private static void row(StringBuilder rows, String what, String result, int jobs) {
    rows.append(
        String.format(
            Locale.ROOT, "<tr><td>%s<td>%s<td>%,d\n", escaped(what), escaped(result), jobs));
  }

  private Chart submits() {
    var chart = new Chart("Jobs submitted", "seconds", "jobs");
    chart.line("in batches", points(result.batches()));
    chart.line("one by one", points(result.each()));
    return chart;
  }

  private Chart drain() {
    var chart = new Chart("Jobs drained", "seconds", "jobs");
    chart.line("drain", points(result.drain()));
    return chart;
  }

  private Chart waits() {
    var chart = new Chart("Latency", "percent of the jobs that were at least as quick", "ms");
    chart.line("idle", points(result.latency()));
    chart.line("under load", points(result.load().latency()));
    return chart;
  }

  private static List<Chart.Point> points(Pace pace) {
    return pace.points().stream().map(at -> new Chart.Point(at.seconds(), at.done())).toList();
  }

  private static List<Chart.Point> points(Spread spread) {
    var points = new ArrayList<Chart.Point>();
    for (int percent = 0; percent <= 99; percent++) {
      points.add(new Chart.Point(percent, spread.at(percent / 100.0).toNanos() / 1e6));
    }
    return points;
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
