package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/** What {@code pulse bench} found, with how many jobs. */
record BenchResult(
    String topic,
    int jobs,
    int singles,
    Pace batches,
    Pace each,
    Pace drain,
    Spread latency,
    Bench.Load load) {

  /** Every job it made. */
  int made() {
    return jobs + singles + Bench.WARM_UP + Bench.SINGLES + load.latency().count();
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("topic", topic);
    json.writeNumberField("jobs", jobs);
    json.writeNumberField("jobs_made", made());
    json.writeNumberField("submits_per_second", Math.round(batches.perSecond()));
    json.writeNumberField("single_submits_per_second", Math.round(each.perSecond()));
    json.writeNumberField("drains_per_second", Math.round(drain.perSecond()));
    json.writeNumberField("latency_p50_us", micros(latency, 0.5));
    json.writeNumberField("latency_p99_us", micros(latency, 0.99));
    json.writeNumberField("offered_per_second", Math.round(load.offered()));
    json.writeNumberField("reached_per_second", Math.round(load.reached()));
    json.writeNumberField("loaded_p50_us", micros(load.latency(), 0.5));
    json.writeNumberField("loaded_p99_us", micros(load.latency(), 0.99));
    json.writeEndObject();
  }

  private static long micros(Spread spread, double share) {
    return spread.at(share).toNanos() / 1_000;
  }

  void show(Screen screen) {
    var table =
        new Table(
            Table.Column.whole("WHAT"), Table.Column.whole("RESULT"), Table.Column.of("SIZE"));
    row(table, "submit, in batches", rate(batches), "%,d jobs, 4 threads", jobs);
    row(table, "submit, one by one", rate(each), "%,d jobs, 8 threads", singles);
    row(table, "drain", rate(drain), "%,d jobs", jobs + singles);
    row(table, "latency, idle", shown(latency), "%,d jobs", latency.count());
    row(
        table,
        String.format(Locale.ROOT, "at %,.0f jobs/s", load.offered()),
        shown(load.latency()),
        "%,d jobs",
        load.latency().count());
    screen.table(table);
  }

  private static void row(Table table, String what, String result, String size, int jobs) {
    table.row(
        Table.Cell.of(what),
        Table.Cell.of(result),
        Table.Cell.of(String.format(Locale.ROOT, size, jobs)));
  }

  static String rate(Pace pace) {
    return String.format(Locale.ROOT, "%,.0f jobs/s", pace.perSecond());
  }

  static String shown(Spread spread) {
    return "p50 %s, p99 %s".formatted(millis(spread.at(0.5)), millis(spread.at(0.99)));
  }

  static String millis(Duration time) {
    return String.format(Locale.ROOT, "%.1f ms", time.toNanos() / 1e6);
  }
}
