package dev.pulse.benchmarks.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private final Map<String, Map<Measure, List<Sample>>> all = new LinkedHashMap<>();

  void add(String contestant, Measure measure, Sample sample) {
    all.computeIfAbsent(contestant, _ -> new EnumMap<>(Measure.class))
        .computeIfAbsent(measure, _ -> new ArrayList<>())
        .add(sample);
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
