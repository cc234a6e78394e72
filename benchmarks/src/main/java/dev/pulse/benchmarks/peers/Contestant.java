package dev.pulse.benchmarks.peers;

import java.time.Duration;
import java.util.Set;

/** One way to run jobs on Postgres. Between two measurements nothing of it is at work. */
interface Contestant {
  /**
   * What it says of itself.
   *
   * @param setup how it was set up, in a line
   * @param pace jobs per second that it drains, roughly: whoever is slow is given less to do
   * @param warmUp seconds it is used before anything counts: compilers and caches have their work
   * @param shapes the shapes that it knows
   * @param batches whether it submits many at a time
   * @param starts whether its workers tell when a job starts, so that latency can be measured
   * @param server process of its server; 0 where it has none
   */
  record About(
      String name,
      String version,
      String setup,
      int pace,
      int warmUp,
      Set<Shape> shapes,
      boolean batches,
      boolean starts,
      long server) {}

  About about();

  /** Process that submits and works. */
  long client();

  /** Forgets all jobs. */
  void clear() throws Exception;

  /** Submits one by one, each durable before the next. */
  Count submit(int clients, Duration window) throws Exception;

  /** Submits many at a time. */
  Count batch(Duration window) throws Exception;

  /** Makes jobs for a drain, and what stands around them. */
  void fill(int jobs, Shape shape, int others) throws Exception;

  /**
   * Runs them with a handler that does nothing, from the first start on.
   *
   * @param limit when to stop counting
   */
  Count drain(int jobs, Shape shape, int others, Duration limit) throws Exception;

  /** Submits one job, waits for its start, pauses, and so on. */
  Times probe(int most, Duration limit) throws Exception;

  /** Submits at a steady rate, whatever becomes of it. */
  Times load(double perSecond, Duration window) throws Exception;

  void close() throws Exception;
}
