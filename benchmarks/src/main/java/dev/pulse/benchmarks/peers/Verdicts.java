package dev.pulse.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

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
    atLeast("drain against graphile-worker's", over(PULSE, "graphile-worker", Measure.DRAIN), 1.5);
    atLeast("drain against db-scheduler's", over(PULSE, "db-scheduler", Measure.DRAIN), 9);
    atLeast("drain against raw SQL of the same layout", over(PULSE, RAW, Measure.DRAIN), 0.5);
    atLeast("submit by 8 threads against raw INSERT by 8", inserts(Measure.SUBMIT_8), 1.2);
    atLeast("submit by 64 threads against raw INSERT by 8", inserts(Measure.SUBMIT_64), 3);
    atLeast("batch against raw multi-row INSERT", over(PULSE, PLAIN, Measure.BATCH), 0.6);
    latencies();
    atLeast("long backlog against short", own(Measure.BACKLOG, Measure.DRAIN), 0.9);
    atLeast("held snapshot against none", own(Measure.HELD, Measure.BACKLOG), 0.9);
    atLeast("beside jobs not yet due", own(Measure.NOT_DUE, Measure.DRAIN), 0.95);
    atLeast("beside a saturated limit", own(Measure.LIMITED, Measure.DRAIN), 0.8);
    atLeast("over many topics", own(Measure.TOPICS, Measure.DRAIN), 0.8);
    return lines;
  }

  private void latencies() {
    Optional<Double> best =
        results.contestants().stream()
            .filter(name -> !name.equals(PULSE))
            .flatMap(name -> results.median(name, Measure.CALL_P50).stream())
            .min(Double::compare);
    atMost("call→start p50 against the best peer's", ratio(ours(Measure.CALL_P50), best), 0.7);
    atMost("commit→start p50, ms", ours(Measure.COMMIT_P50), 1);
    Optional<Double> p50 = ours(Measure.CALL_P50);
    p50.ifPresent(
        half -> atMost("call→start p99, ms (2 p50 + 5)", ours(Measure.CALL_P99), 2 * half + 5));
    atMost("call→start p99 at half load, ms", ours(Measure.LOADED_P99), 25);
  }

  private Optional<Double> ours(Measure measure) {
    return results.median(PULSE, measure);
  }

  private Optional<Double> over(String one, String other, Measure measure) {
    return ratio(results.median(one, measure), results.median(other, measure));
  }

  /** The faster of the two ways to write one row counts. */
  private Optional<Double> inserts(Measure measure) {
    Optional<Double> raw =
        Stream.of(RAW, PLAIN)
            .flatMap(name -> results.median(name, Measure.SUBMIT_8).stream())
            .max(Double::compare);
    return ratio(ours(measure), raw);
  }

  private Optional<Double> own(Measure measure, Measure base) {
    return results.beside(PULSE, measure, base);
  }

  private static Optional<Double> ratio(Optional<Double> one, Optional<Double> other) {
    return one.flatMap(a -> other.map(b -> a / b));
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
