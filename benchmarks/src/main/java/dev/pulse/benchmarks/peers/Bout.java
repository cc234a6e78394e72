package dev.pulse.benchmarks.peers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One contestant's turn. */
final class Bout {
  private final Arena arena;
  private final Contestant contestant;
  private final String jdbc;
  private final Sizes sizes;
  private final Results results;
  private double drainMegabytes;

  Bout(Arena arena, Contestant contestant, String jdbc, Sizes sizes, Results results) {
    this.arena = arena;
    this.contestant = contestant;
    this.jdbc = jdbc;
    this.sizes = sizes;
    this.results = results;
  }

  /** The same turn, written down elsewhere. */
  Bout into(Results others) {
    return new Bout(arena, contestant, jdbc, sizes, others);
  }

  Contestant contestant() {
    return contestant;
  }

  /** What its server had in memory after a plain drain, at most. */
  double drainMegabytes() {
    return drainMegabytes;
  }

  /** Everything a round does, for as long as the contestant needs. */
  void warmUp() throws Exception {
    Duration step = Duration.ofMillis(500);
    Duration drain = Duration.ofSeconds(2);
    int jobs = bounded(sizes.drain(), drain);
    long end = System.nanoTime() + (long) (contestant.about().warmUp() * 1e9 * sizes.warmth());
    do {
      contestant.submit(1, step);
      Count submitted = contestant.submit(8, step);
      contestant.submit(64, step);
      Count drained = drained(jobs, drain, end);
      if (contestant.about().starts() && isFast()) {
        contestant.clear();
        contestant.probe(50, step);
        contestant.clear();
        contestant.load(halfOf(submitted.perSecond(), drained.perSecond()), step.multipliedBy(4));
      }
      contestant.clear();
    } while (System.nanoTime() < end);
  }

  /** Again and again for as long, until the end: who is fast is to have the same time for it. */
  private Count drained(int jobs, Duration time, long end) throws Exception {
    Count last;
    long left = time.toNanos();
    do {
      contestant.clear();
      contestant.fill(jobs, Shape.PLAIN, 0);
      last = contestant.drain(jobs, Shape.PLAIN, 0, time);
      left -= last.nanos();
    } while (left > 0 && System.nanoTime() < end);
    return last;
  }

  /** One thing that is measured. */
  interface Step {
    void take(Bout bout) throws Exception;
  }

  /** What every round measures, one after the other. */
  static List<Step> steps(Set<Workload> workloads) {
    var steps = new ArrayList<Step>();
    if (workloads.contains(Workload.SUBMIT)) {
      steps.add(bout -> bout.submit(Measure.SUBMIT_1, 1));
      steps.add(bout -> bout.submit(Measure.SUBMIT_8, 8));
      steps.add(bout -> bout.submit(Measure.SUBMIT_64, 64));
      steps.add(Bout::batch);
    }
    if (workloads.contains(Workload.DRAIN)) {
      steps.add(Bout::plain);
    }
    if (workloads.contains(Workload.LATENCY)) {
      steps.add(Bout::probe);
    }
    if (workloads.contains(Workload.LOAD)) {
      steps.add(Bout::load);
    }
    return steps;
  }

  /**
   * What is measured is first done without counting, by everybody for the same time or as often: a
   * JVM that did something else before compiles again, and how long that takes is not what is
   * asked.
   */
  private boolean settles() {
    return sizes.warmth() > 0;
  }

  private Duration moment() {
    return sizes.window().dividedBy(3);
  }

  private void batch() throws Exception {
    if (!contestant.about().batches()) {
      return;
    }
    if (settles()) {
      contestant.batch(moment());
    }
    ready();
    var meter = new Meter(arena, contestant);
    add(Measure.BATCH, contestant.batch(sizes.window()), meter);
    contestant.clear();
  }

  private void submit(Measure measure, int clients) throws Exception {
    if (settles()) {
      contestant.submit(clients, moment());
    }
    ready();
    var meter = new Meter(arena, contestant);
    add(measure, contestant.submit(clients, sizes.window()), meter);
    contestant.clear();
  }

  private void probe() throws Exception {
    if (!contestant.about().starts()) {
      return;
    }
    if (settles()) {
      contestant.clear();
      contestant.probe(sizes.probes(), sizes.probing());
    }
    ready();
    Times idle = contestant.probe(sizes.probes(), sizes.probing());
    add(Measure.CALL_P50, idle, idle.fromCall(0.5));
    add(Measure.CALL_P99, idle, idle.fromCall(0.99));
    add(Measure.COMMIT_P50, idle, idle.fromCommit(0.5));
    add(Measure.COMMIT_P99, idle, idle.fromCommit(0.99));
  }

  /**
   * Submitting and working share the machine: what both together can sustain is taken from what
   * each did alone, and half of that is offered.
   */
  private void load() throws Exception {
    double submits = results.median(contestant.about().name(), Measure.SUBMIT_8).orElse(0.0);
    double drains = results.median(contestant.about().name(), Measure.DRAIN).orElse(0.0);
    if (submits == 0 || drains == 0 || !contestant.about().starts()) {
      return;
    }
    if (settles()) {
      contestant.clear();
      contestant.load(halfOf(submits, drains), moment());
    }
    ready();
    Times loaded = contestant.load(halfOf(submits, drains), sizes.loading());
    add(Measure.LOADED_P50, loaded, loaded.fromCall(0.5));
    add(Measure.LOADED_P99, loaded, loaded.fromCall(0.99));
  }

  private static double halfOf(double submits, double drains) {
    return 0.5 / (1 / submits + 1 / drains);
  }

  /** Those who are slow are spared what only shows with many jobs. */
  boolean isFast() {
    return contestant.about().pace() >= 2_000;
  }

  /** Every shape changes what is worth compiling. */
  void warmUpToShapes() throws Exception {
    if (!isFast()) {
      return;
    }
    for (int again = 0; again < 2; again++) {
      rehearseShape(Shape.PLAIN, 0);
      rehearseShape(Shape.NOT_DUE, sizes.notDue());
      rehearseShape(Shape.LIMITED, sizes.limited());
      rehearseShape(Shape.TOPICS, sizes.topics());
      rehearseShape(Shape.WORKERS, sizes.workers());
    }
    contestant.clear();
  }

  private void rehearseShape(Shape shape, int others) throws Exception {
    if (shape == Shape.PLAIN || contestant.about().shapes().contains(shape)) {
      rehearse(sizes.drain(), shape, others, rehearsal().multipliedBy(3), sizes.limit());
    }
  }

  /** What stands around the jobs, and nothing around them again and again: a machine has moods. */
  void shapes() throws Exception {
    if (!isFast()) {
      return;
    }
    plain();
    shape(Measure.BACKLOG, sizes.backlog(), Shape.PLAIN, 0, sizes.backlogLimit());
    held();
    around(Measure.NOT_DUE, Shape.NOT_DUE, sizes.notDue());
    around(Measure.LIMITED, Shape.LIMITED, sizes.limited());
    around(Measure.TOPICS, Shape.TOPICS, sizes.topics());
    around(Measure.WORKERS, Shape.WORKERS, sizes.workers());
    plain();
    contestant.clear();
  }

  private void plain() throws Exception {
    shape(Measure.DRAIN, sizes.drain(), Shape.PLAIN, 0, sizes.limit());
  }

  private void held() throws Exception {
    int jobs = bounded(sizes.backlog(), sizes.backlogLimit());
    fill(jobs, Shape.PLAIN, 0, false);
    settle();
    try (Connection _ = arena.snapshot(jdbc)) {
      var meter = new Meter(arena, contestant);
      add(
          Measure.HELD,
          contestant.drain(jobs, Shape.PLAIN, 0, sizes.backlogLimit().multipliedBy(2)),
          meter);
    }
  }

  private void around(Measure measure, Shape shape, int others) throws Exception {
    if (contestant.about().shapes().contains(shape)) {
      plain();
      shape(measure, sizes.drain(), shape, others, sizes.limit().multipliedBy(4));
    }
  }

  /** Who is fast is measured as long as the others, and therefore more often. */
  private void shape(Measure measure, int most, Shape shape, int others, Duration limit)
      throws Exception {
    int jobs = bounded(most, limit);
    long left = rehearsal().toNanos();
    boolean rehearsed = rehearse(Math.min(sizes.drain(), jobs), shape, others, rehearsal(), limit);
    do {
      fill(jobs, shape, others, rehearsed);
      settle();
      left -= drain(measure, jobs, shape, others, limit).nanos();
    } while (rehearsed && left > 0);
  }

  private Duration rehearsal() {
    return moment().multipliedBy(2);
  }

  private boolean rehearse(int most, Shape shape, int others, Duration time, Duration limit)
      throws Exception {
    int jobs = bounded(most, rehearsal());
    long left = settles() ? time.toNanos() : 0;
    for (boolean again = false; left > 0; again = true) {
      fill(jobs, shape, others, again);
      left -= contestant.drain(jobs, shape, others, limit).nanos();
    }
    return settles();
  }

  /**
   * @param again those that are not due are still there
   */
  private void fill(int jobs, Shape shape, int others, boolean again) throws Exception {
    if (again && shape == Shape.NOT_DUE) {
      contestant.fill(jobs, Shape.PLAIN, 0);
    } else {
      contestant.clear();
      contestant.fill(jobs, shape, others);
    }
  }

  private Count drain(Measure measure, int jobs, Shape shape, int others, Duration limit)
      throws Exception {
    var meter = new Meter(arena, contestant);
    Count count = contestant.drain(jobs, shape, others, limit);
    add(measure, count, meter);
    if (measure == Measure.DRAIN && contestant.about().server() != 0) {
      drainMegabytes = Math.max(drainMegabytes, Meter.resident(contestant.about().server()));
    }
    return count;
  }

  private int bounded(int jobs, Duration limit) {
    return (int) Math.min(jobs, contestant.about().pace() * Math.max(1, limit.toSeconds()));
  }

  /** What autovacuum would do at a moment that nobody chose is done before. */
  private void settle() throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbc);
        var statement = connection.createStatement()) {
      statement.execute("VACUUM ANALYZE");
    }
    arena.settle();
  }

  private void ready() throws Exception {
    contestant.clear();
    arena.settle();
  }

  private void add(Measure measure, Count count, Meter meter) throws SQLException {
    results.add(
        contestant.about().name(),
        measure,
        new Results.Sample(count.perSecond(), count.jobs(), meter.per(count.jobs())));
    System.err.printf(
        "  %-44s %,12.0f jobs/s of %,d%n", measure.title, count.perSecond(), count.jobs());
  }

  private void add(Measure measure, Times times, double millis) {
    results.add(
        contestant.about().name(), measure, new Results.Sample(millis, times.count(), null));
    System.err.printf(
        "  %-44s %,12.2f ms of %,d%s%n",
        measure.title,
        millis,
        times.count(),
        times.lost() > 0 ? ", " + times.lost() + " lost" : "");
  }
}
