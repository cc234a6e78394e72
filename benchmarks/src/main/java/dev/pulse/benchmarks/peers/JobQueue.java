package dev.pulse.benchmarks.peers;

import java.time.Duration;
import java.util.Set;
import java.util.function.LongConsumer;

/** What a contestant on the JVM has to be able to do; {@link InProcess} measures it. */
interface JobQueue {
  String name();

  String version();

  String setup();

  int pace();

  default Duration warmUp() {
    return Duration.ofSeconds(10);
  }

  default Set<Shape> shapes() {
    return Set.of(Shape.PLAIN);
  }

  default boolean submitsBatches() {
    return true;
  }

  default boolean starts() {
    return true;
  }

  default long server() {
    return 0;
  }

  void clear() throws Exception;

  /** Submits one job; durable when this returns. */
  void submit(long tag) throws Exception;

  /** Submits jobs with these numbers, as many at once as is good for it. */
  void submitAll(long first, int count) throws Exception;

  /** Makes what stands around the jobs of a shape, and the jobs. */
  default void fill(int jobs, Shape shape, int others) throws Exception {
    submitAll(0, jobs);
  }

  /**
   * Starts workers.
   *
   * @param started told the number of each job when its handler starts
   */
  Working work(LongConsumer started, Shape shape, int others) throws Exception;

  /**
   * Whether closed workers have had every result acknowledged; a drain then lasts until that. The
   * others are given the benefit of the doubt: their drain ends with the last start.
   */
  default boolean closesAcknowledged() {
    return false;
  }

  void close() throws Exception;

  /** Some hundred bytes, as users send them. */
  static String args(long tag) {
    return "{\"customer\":123456789,\"template\":\"welcome-back\",\"locale\":\"de-CH\",\"tag\":"
        + tag
        + "}";
  }

  static long tag(String args) {
    return Long.parseLong(args, args.lastIndexOf(':') + 1, args.lastIndexOf('}'), 10);
  }
}
