package dev.pulse.benchmarks.peers;

import java.time.Duration;
import java.util.Set;

/** One way to run jobs on Postgres. Between two measurements nothing of it is at work. */
interface Contestant {
  String name();

  String version();

  /** How it was set up, in a line. */
  String setup();

  /** Jobs per second that it drains, roughly: whoever is slow is given less to do. */
  int pace();

  /** How long it is used before anything counts: compilers and caches have their work to do. */
  Duration warmUp();

  /** The shapes that it knows. */
  Set<Shape> shapes();

  boolean submitsBatches();

  /** Whether its workers tell when a job starts, so that latency can be measured. */
  boolean starts();

  /** Process of its server; 0 where it has none. */
  long server();

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
