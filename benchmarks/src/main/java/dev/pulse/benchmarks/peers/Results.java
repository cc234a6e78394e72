package dev.pulse.benchmarks.peers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What was measured, by contestant. */
final class Results {
  /**
   * One measurement.
   *
   * @param size how many jobs it is about
   */
  record Sample(double value, long size, Meter.@Nullable Cost cost) {}

  /** Measurements of one kind that came one after the other. */
  private record Row(int round, Measure measure, List<Sample> samples) {}

  private final Map<String, Map<Measure, List<Sample>>> all = new LinkedHashMap<>();
  private final Map<String, List<Row>> inOrder = new HashMap<>();
  private int round;

  /** What is added from now on is of another round. */
  void nextRound() {
    round++;
  }

  void add(String contestant, Measure measure, Sample sample) {
    all.computeIfAbsent(contestant, _ -> new EnumMap<>(Measure.class))
        .computeIfAbsent(measure, _ -> new ArrayList<>())
        .add(sample);
    List<Row> rows = inOrder.computeIfAbsent(contestant, _ -> new ArrayList<>());
    if (rows.isEmpty() || rows.getLast().measure() != measure || rows.getLast().round() != round) {
      rows.add(new Row(round, measure, new ArrayList<>()));
    }
    rows.getLast().samples().add(sample);
  }

  /**
   * The one as a share of the other, each time compared with what came just before and just after
   * it: what a machine can do in one minute it cannot in the next.
   */
  Optional<Double> beside(String contestant, Measure measure, Measure base) {
    List<Row> rows = inOrder.getOrDefault(contestant, List.of());
    var shares = new ArrayList<Double>();
    for (int at = 0; at < rows.size(); at++) {
      if (rows.get(at).measure() == measure) {
        var around = new ArrayList<Sample>();
        rows.subList(Math.max(0, at - 1), Math.min(rows.size(), at + 2)).stream()
            .filter(row -> row.measure() == base)
            .forEach(row -> around.addAll(row.samples()));
        Optional<Double> one = median(rows.get(at).samples(), Sample::value);
        median(around, Sample::value).ifPresent(other -> shares.add(one.orElse(0.0) / other));
      }
    }
    return median(shares, share -> share);
  }

  /**
   * The one as a share of the best of the others, each time compared with what they did in the same
   * round, and for the same reason.
   */
  Optional<Double> against(
      Side one, Measure base, Collection<String> others, BinaryOperator<Double> best) {
    var shares = new ArrayList<Double>();
    for (int each = 0; each <= round; each++) {
      int now = each;
      Optional<Double> ours = in(now, one.contestant(), one.measure());
      Optional<Double> theirs =
          others.stream().flatMap(other -> in(now, other, base).stream()).reduce(best);
      ours.ifPresent(value -> theirs.ifPresent(other -> shares.add(value / other)));
    }
    return median(shares, share -> share);
  }

  /** Who did what. */
  record Side(String contestant, Measure measure) {}

  private Optional<Double> in(int one, String contestant, Measure measure) {
    var samples = new ArrayList<Sample>();
    for (Row row : inOrder.getOrDefault(contestant, List.of())) {
      if (row.round() == one && row.measure() == measure) {
        samples.addAll(row.samples());
      }
    }
    return median(samples, Sample::value);
  }

  List<String> contestants() {
    return List.copyOf(all.keySet());
  }

  List<Sample> samples(String contestant, Measure measure) {
    return all.getOrDefault(contestant, Map.of()).getOrDefault(measure, List.of());
  }

  Optional<Double> median(String contestant, Measure measure) {
    return median(samples(contestant, measure), Sample::value);
  }

  /** Of one side of what a job cost. */
  Optional<Double> cost(String contestant, Measure measure, ToDoubleFunction<Meter.Cost> side) {
    List<Meter.Cost> costs = new ArrayList<>();
    for (Sample sample : samples(contestant, measure)) {
      Meter.@Nullable Cost cost = sample.cost();
      if (cost != null) {
        costs.add(cost);
      }
    }
    return median(costs, side);
  }

  /** Half of the way from the least to the most, as a share of the median. */
  double spread(String contestant, Measure measure) {
    double[] values = samples(contestant, measure).stream().mapToDouble(Sample::value).toArray();
    double most = java.util.Arrays.stream(values).max().orElse(0);
    double least = java.util.Arrays.stream(values).min().orElse(0);
    return median(contestant, measure).map(m -> (most - least) / 2 / Math.abs(m)).orElse(0.0);
  }

  long size(String contestant, Measure measure) {
    return samples(contestant, measure).stream().mapToLong(Sample::size).max().orElse(0);
  }

  private static <T> Optional<Double> median(List<T> samples, ToDoubleFunction<T> value) {
    var values = new ArrayList<Double>();
    samples.forEach(sample -> values.add(value.applyAsDouble(sample)));
    values.removeIf(number -> number.isNaN());
    Collections.sort(values);
    int middle = values.size() / 2;
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(
            values.size() % 2 == 1
                ? values.get(middle)
                : (values.get(middle - 1) + values.get(middle)) / 2);
  }
}
