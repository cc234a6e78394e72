package dev.pulse.benchmarks.peers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The results as people and programs read them. */
final class Report {
  private static final String NONE = "–";

  private final Results results;
  private final List<Contestant> contestants;
  private final Choice choice;

  Report(Results results, List<Contestant> contestants, Choice choice) {
    this.results = results;
    this.contestants = contestants;
    this.choice = choice;
  }

  String markdown(String conditions) {
    var text = new StringBuilder();
    text.append(conditions).append("\n\n");
    rates(text);
    latencies(text);
    costs(text);
    shapes(text);
    for (String line : new Verdicts(results).lines()) {
      text.append("- ").append(line).append('\n');
    }
    text.append('\n');
    for (Contestant each : contestants) {
      text.append("- %s: %s%n".formatted(titled(each), each.about().setup()));
    }
    return text.append('\n').toString();
  }

  private static String titled(Contestant contestant) {
    return (contestant.about().name() + " " + contestant.about().version()).strip();
  }

  private void rates(StringBuilder text) {
    table(
        text,
        List.of("jobs/s", "submit 1", "submit 8", "submit 64", "batch", "drain", "of"),
        each ->
            List.of(
                titled(each),
                rate(each, Measure.SUBMIT_1),
                rate(each, Measure.SUBMIT_8),
                rate(each, Measure.SUBMIT_64),
                rate(each, Measure.BATCH),
                rate(each, Measure.DRAIN),
                size(each, Measure.DRAIN)));
  }

  private void latencies(StringBuilder text) {
    table(
        text,
        List.of(
            "ms", "call→start p50", "p99", "commit→start p50", "p99", "half load p50", "p99", "of"),
        each ->
            List.of(
                titled(each),
                millis(each, Measure.CALL_P50),
                millis(each, Measure.CALL_P99),
                millis(each, Measure.COMMIT_P50),
                millis(each, Measure.COMMIT_P99),
                millis(each, Measure.LOADED_P50),
                millis(each, Measure.LOADED_P99),
                size(each, Measure.CALL_P50) + " / " + size(each, Measure.LOADED_P50)));
  }

  private void costs(StringBuilder text) {
    for (Measure measure :
        List.of(Measure.SUBMIT_8, Measure.SUBMIT_64, Measure.BATCH, Measure.DRAIN)) {
      table(
          text,
          List.of(
              "a job, " + measure.title,
              "statements",
              "commits",
              "WAL bytes",
              "CPU µs: client",
              "server",
              "Postgres"),
          each ->
              List.of(
                  titled(each),
                  cost(each, measure, Meter.Cost::statements, "%,.3f"),
                  cost(each, measure, Meter.Cost::commits, "%,.3f"),
                  cost(each, measure, Meter.Cost::wal, "%,.0f"),
                  cost(each, measure, Meter.Cost::client, "%,.0f"),
                  cost(each, measure, Meter.Cost::server, "%,.0f"),
                  cost(each, measure, Meter.Cost::postgres, "%,.0f")));
    }
  }

  private void shapes(StringBuilder text) {
    if (!choice.workloads().contains(Workload.SHAPES)) {
      return;
    }
    Sizes sizes = choice.sizes();
    table(
        text,
        List.of(
            "drain, jobs/s (ratio)",
            "%,d backlog".formatted(sizes.backlog()),
            "held snapshot",
            "of",
            "%,d not due".formatted(sizes.notDue()),
            "%,d limited".formatted(sizes.limited()),
            "%,d topics".formatted(sizes.topics()),
            "%,d workers".formatted(sizes.workers())),
        each ->
            List.of(
                titled(each),
                ratio(each, Measure.BACKLOG, Measure.DRAIN),
                ratio(each, Measure.HELD, Measure.BACKLOG),
                size(each, Measure.HELD),
                ratio(each, Measure.NOT_DUE, Measure.DRAIN),
                ratio(each, Measure.LIMITED, Measure.DRAIN),
                ratio(each, Measure.TOPICS, Measure.DRAIN),
                ratio(each, Measure.WORKERS, Measure.DRAIN)));
  }

  private interface Row {
    List<String> of(Contestant contestant);
  }

  private void table(StringBuilder text, List<String> headings, Row row) {
    var rows = new ArrayList<List<String>>();
    for (Contestant each : contestants) {
      List<String> cells = row.of(each);
      if (cells.stream().skip(1).anyMatch(cell -> !cell.replaceAll("[–/0 ]", "").isEmpty())) {
        rows.add(cells);
      }
    }
    if (rows.isEmpty()) {
      return;
    }
    text.append("| ").append(String.join(" | ", headings)).append(" |\n");
    text.append("|---".repeat(headings.size())).append("|\n");
    rows.forEach(cells -> text.append("| ").append(String.join(" | ", cells)).append(" |\n"));
    text.append('\n');
  }

  private String rate(Contestant each, Measure measure) {
    return results
        .median(each.about().name(), measure)
        .map(
            median ->
                String.format(
                    Locale.ROOT,
                    "%,.0f ±%.0f %%",
                    median,
                    results.spread(each.about().name(), measure) * 100))
        .orElse(NONE);
  }

  private String millis(Contestant each, Measure measure) {
    return results
        .median(each.about().name(), measure)
        .map(median -> String.format(Locale.ROOT, "%,.2f", median))
        .orElse(NONE);
  }

  private String size(Contestant each, Measure measure) {
    return String.format(Locale.ROOT, "%,d", results.size(each.about().name(), measure));
  }

  private String cost(
      Contestant each, Measure measure, ToDoubleFunction<Meter.Cost> side, String format) {
    return results
        .cost(each.about().name(), measure, side)
        .map(value -> String.format(Locale.ROOT, format, value))
        .orElse(NONE);
  }

  private String ratio(Contestant each, Measure measure, Measure base) {
    String name = each.about().name();
    String share =
        results
            .beside(name, measure, base)
            .map(found -> String.format(Locale.ROOT, " (%.2f)", found))
            .orElse("");
    return results
        .median(name, measure)
        .map(rate -> String.format(Locale.ROOT, "%,.0f", rate) + share)
        .orElse(NONE);
  }

  /** Every sample. */
  String json() throws JsonProcessingException {
    var json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = json.createObjectNode();
    for (Contestant each : contestants) {
      ObjectNode one = root.putObject(each.about().name());
      one.put("version", each.about().version()).put("setup", each.about().setup());
      for (Measure measure : Measure.values()) {
        List<Results.Sample> samples = results.samples(each.about().name(), measure);
        if (!samples.isEmpty()) {
          one.putPOJO(measure.name().toLowerCase(Locale.ROOT), samples);
        }
      }
    }
    return json.writeValueAsString(root);
  }
}
