package dev.pulse.dashboard;

import dev.pulse.Minute;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The last sixty minutes, with those in which nothing changed put back in. */
record Hour(List<Minute> minutes) {
  static final int LENGTH = 60;

  static Instant beginning(Instant now) {
    return now.truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(LENGTH - 1L));
  }

  /** A minute that is missing counted nothing, and what waited before it waited still. */
  static Hour of(List<Minute> kept, Instant now) {
    Map<Instant, Minute> byTime = new HashMap<>();
    kept.forEach(minute -> byTime.put(minute.at(), minute));
    var all = new ArrayList<Minute>();
    Minute before = quiet(beginning(now), 0, 0);
    for (int at = 0; at < LENGTH; at++) {
      Instant time = beginning(now).plus(Duration.ofMinutes(at));
      before = byTime.getOrDefault(time, quiet(time, before.waiting(), before.running()));
      all.add(before);
    }
    return new Hour(List.copyOf(all));
  }

  private static Minute quiet(Instant at, long waiting, long running) {
    return new Minute(at, 0, 0, 0, 0, 0, waiting, running, List.of());
  }

  long completed() {
    return minutes.stream().mapToLong(Minute::completed).sum();
  }

  long failed() {
    return minutes.stream().mapToLong(Minute::failed).sum();
  }

  /** So long after their submit that share of the hour's jobs had started. */
  Optional<Duration> latency(double share) {
    var sums = new ArrayList<Minute.Step>();
    for (Minute minute : minutes) {
      for (int at = 0; at < minute.latency().size(); at++) {
        Minute.Step step = minute.latency().get(at);
        if (at == sums.size()) {
          sums.add(step);
        } else {
          sums.set(at, new Minute.Step(step.upTo(), sums.get(at).starts() + step.starts()));
        }
      }
    }
    return new Minute(Instant.EPOCH, 0, 0, 0, 0, 0, 0, 0, sums).latency(share);
  }

  Chart throughput() {
    return Chart.bars(
        List.of(
            series("a", minute -> (double) minute.completed()),
            series("b", minute -> (double) minute.failed())),
        hints(
            minute ->
                Text.number(minute.completed())
                    + " completed, "
                    + Text.number(minute.failed())
                    + " failed"),
        new Amounts());
  }

  Chart depth() {
    return Chart.lines(
        List.of(
            series("c", minute -> (double) minute.waiting()),
            series("a", minute -> (double) minute.running())),
        hints(
            minute ->
                Text.number(minute.waiting())
                    + " waiting, "
                    + Text.number(minute.running())
                    + " running"),
        new Amounts());
  }

  Chart latency() {
    return Chart.lines(
        List.of(
            series("c", minute -> millis(minute, .5)), series("b", minute -> millis(minute, .99))),
        hints(
            minute ->
                minute
                    .latency(.5)
                    .map(
                        half ->
                            "half started within %s, 99%% within %s"
                                .formatted(
                                    Text.duration(half),
                                    Text.duration(minute.latency(.99).orElse(half))))
                    .orElse("nothing started")),
        new Times());
  }

  /** Even numbers, so that half of one is a number too. */
  static final class Amounts implements Chart.Scale {
    @Override
    public double top(double most) {
      for (double power = 1; ; power *= 10) {
        for (int factor = 2; factor <= 10; factor += 2) {
          if (most <= factor * power) {
            return most == 0 ? 10 : factor * power;
          }
        }
      }
    }

    @Override
    public String label(double number) {
      return number < 1000
          ? Text.number(Math.round(number))
          : Text.number(Math.round(number / 1000)) + "k";
    }
  }

  /** Milliseconds, up to times that people say. */
  static final class Times implements Chart.Scale {
    private static final double[] TOPS = {
      10,
      20,
      50,
      100,
      200,
      500,
      1_000,
      2_000,
      4_000,
      10_000,
      20_000,
      60_000,
      120_000,
      240_000,
      600_000,
      1_200_000,
      3_600_000,
      7_200_000,
      14_400_000,
      36_000_000,
      86_400_000
    };

    @Override
    public double top(double most) {
      for (double top : TOPS) {
        if (most <= top) {
          return top;
        }
      }
      return Math.ceil(most / 86_400_000) * 86_400_000;
    }

    @Override
    public String label(double millis) {
      return Text.duration(Duration.ofMillis(Math.round(millis)));
    }
  }

  /** A minute in which nothing started is no quick one. */
  private static double millis(Minute minute, double share) {
    return minute.latency(share).map(time -> (double) time.toMillis()).orElse(Double.NaN);
  }

  private Chart.Series series(String style, Function<Minute, Double> number) {
    return new Chart.Series(style, minutes.stream().map(number).toList());
  }

  private List<String> hints(Function<Minute, String> words) {
    return minutes.stream()
        .map(minute -> minute.at().toString().substring(11, 16) + " UTC: " + words.apply(minute))
        .toList();
  }
}
