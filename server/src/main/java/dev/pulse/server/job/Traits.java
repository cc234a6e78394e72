package dev.pulse.server.job;

/**
 * What is special about a job, as bits that travel with it so that ordinary jobs pay for nothing.
 */
final class Traits {
  /** It holds a unique key, given up at its end. */
  static final short KEYED = 1;

  /** Somebody wants to know how it ends, in the transaction that ends it: see {@link Watcher}. */
  static final short WATCHED = 4;

  private Traits() {}

  static short of(NewJob job) {
    int traits = job.uniqueKey() == null ? 0 : KEYED;
    return (short) (job.origin().runId() == null ? traits : traits | WATCHED);
  }

  static boolean isWatched(int traits) {
    return (traits & WATCHED) != 0;
  }
}
