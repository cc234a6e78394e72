package dev.pulse.benchmarks.peers;

import dev.pulse.benchmarks.peers.Results.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What Pulse wants to reach, and whether it did in this run. */
final class Verdicts {
  private static final String PULSE = "Pulse";
  private static final String RAW = "raw SQL, our layout";
  private static final String PLAIN = "raw SQL, one table";

  private final Results results;
  private final List<String> lines = new ArrayList<>();

  Verdicts(Results results) {
    this.results = results;
  }

  /** One for each aim that this run can tell about. */
  List<String> lines() {
    atLeast("drain against graphile-worker's", over("graphile-worker", Measure.DRAIN), 1.5);
    atLeast("drain against db-scheduler's", over("db-scheduler", Measure.DRAIN), 9);
    atLeast("drain against raw SQL of the same layout", over(RAW, Measure.DRAIN), 0.5);
    atLeast(
        "submit by 8 threads against raw INSERT by 8",
        raw(Measure.SUBMIT_8, Measure.SUBMIT_8),
        1.2);
    atLeast(
        "submit by 64 threads against raw INSERT by 8",
        raw(Measure.SUBMIT_64, Measure.SUBMIT_8),
        3);
    atLeast("batch against raw multi-row INSERT", raw(Measure.BATCH, Measure.BATCH), 0.6);
    latencies();
    atLeast("long backlog against short", own(Measure.BACKLOG, Measure.DRAIN), 0.9);
    atLeast("held snapshot against none", own(Measure.HELD, Measure.BACKLOG), 0.9);
    atLeast("beside jobs not yet due", own(Measure.NOT_DUE, Measure.DRAIN), 0.95);
    atLeast("beside a saturated limit", own(Measure.LIMITED, Measure.DRAIN), 0.8);
    atLeast("over many topics", own(Measure.TOPICS, Measure.DRAIN), 0.8);
    return lines;
  }

  private void latencies() {
    List<String> peers =
        results.contestants().stream().filter(name -> !name.equals(PULSE)).toList();
    atMost(
        "call→start p50 against the best peer's",
        results.against(new Side(PULSE, Measure.CALL_P50), Measure.CALL_P50, peers, Double::min),
        0.7);
    atMost("commit→start p50, ms", ours(Measure.COMMIT_P50), 1);
    Optional<Double> p50 = ours(Measure.CALL_P50);
    p50.ifPresent(
        half -> atMost("call→start p99, ms (2 p50 + 5)", ours(Measure.CALL_P99), 2 * half + 5));
    atMost("call→start p99 at half load, ms", ours(Measure.LOADED_P99), 25);
  }

  private Optional<Double> ours(Measure measure) {
    return results.median(PULSE, measure);
  }

  private Optional<Double> over(String other, Measure measure) {
    return results.against(new Side(PULSE, measure), measure, List.of(other), Double::max);
  }

  /** The faster of the two ways to write rows counts. */
  private Optional<Double> raw(Measure measure, Measure base) {
    return results.against(new Side(PULSE, measure), base, List.of(RAW, PLAIN), Double::max);
  }

  private Optional<Double> own(Measure measure, Measure base) {
    return results.beside(PULSE, measure, base);
  }

  private void atLeast(String what, Optional<Double> value, double aim) {
    value.ifPresent(number -> say(what, number, "≥", aim, number >= aim));
  }

  private void atMost(String what, Optional<Double> value, double aim) {
    value.ifPresent(number -> say(what, number, "≤", aim, number <= aim));
  }

  private void say(String what, double number, String sign, double aim, boolean met) {
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: %.2f (aim %s %.2f) %s",
            what,
            number,
            sign,
            aim,
            met ? "met" : "MISSED"));
  }
}
