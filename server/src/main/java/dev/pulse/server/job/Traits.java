package dev.pulse.server.job;

/**
 * What is special about a job, as bits that travel with it so that ordinary jobs pay for nothing.
 */
final class Traits {
  /** It holds a unique key, given up at its end. */
  static final short KEYED = 1;

  /**
   * It is a node's of a run: that wants to know how it ends, in the transaction that ends it. See
   * {@link Watcher}.
   */
  static final short NODE = 4;

  /** It is a sling's, which wants to know the same. */
  static final short SLUNG = 8;

  private Traits() {}

  static short of(NewJob job) {
    int traits = job.uniqueKey() == null ? 0 : KEYED;
    if (job.origin().runId() != null) {
      traits |= NODE;
    }
    return (short) (job.origin().slung() ? traits | SLUNG : traits);
  }

  static boolean isWatched(int traits) {
    return (traits & (NODE | SLUNG)) != 0;
  }

  static boolean isNode(int traits) {
    return (traits & NODE) != 0;
  }
}
