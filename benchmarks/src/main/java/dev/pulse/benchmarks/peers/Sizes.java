package dev.pulse.benchmarks.peers;

import java.time.Duration;

/**
 * How much of everything.
 *
 * @param slowRounds in how many rounds those take part that drain less than 2000 jobs a second
 * @param warmth how much of the time they need to warm up is granted
 * @param window of a measurement of submits
 * @param limit of a drain
 * @param backlog jobs of a long backlog
 * @param notDue jobs that are not due
 * @param limited jobs behind a limit
 */
record Sizes(
    int rounds,
    int slowRounds,
    int shapeRounds,
    double warmth,
    Duration window,
    int drain,
    Duration limit,
    int probes,
    Duration probing,
    Duration loading,
    int backlog,
    Duration backlogLimit,
    int notDue,
    int limited,
    int topics,
    int workers) {

  static final Sizes FULL =
      new Sizes(
          9,
          3,
          1,
          1.5,
          Duration.ofSeconds(2),
          50_000,
          Duration.ofSeconds(20),
          400,
          Duration.ofSeconds(20),
          Duration.ofSeconds(6),
          1_000_000,
          Duration.ofSeconds(90),
          1_000_000,
          100_000,
          10_000,
          1_000);

  static final Sizes QUICK =
      new Sizes(
          3,
          1,
          1,
          0.6,
          Duration.ofMillis(400),
          50_000,
          Duration.ofSeconds(1),
          100,
          Duration.ofMillis(800),
          Duration.ofMillis(1_000),
          100_000,
          Duration.ofSeconds(3),
          100_000,
          20_000,
          1_000,
          100);

  static final Sizes TINY =
      new Sizes(
          1,
          1,
          1,
          0,
          Duration.ofMillis(100),
          500,
          Duration.ofSeconds(3),
          10,
          Duration.ofMillis(300),
          Duration.ofMillis(300),
          1_000,
          Duration.ofSeconds(3),
          500,
          100,
          10,
          5);

  Sizes rounds(int other) {
    return new Sizes(
        other,
        Math.min(other, slowRounds),
        Math.min(other, shapeRounds),
        warmth,
        window,
        drain,
        limit,
        probes,
        probing,
        loading,
        backlog,
        backlogLimit,
        notDue,
        limited,
        topics,
        workers);
  }
}
