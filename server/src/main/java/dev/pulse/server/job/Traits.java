package dev.pulse.server.job;

/**
 * What is special about a job, as bits that travel with it so that ordinary jobs pay for nothing.
 */
final class Traits {
  /** It holds a unique key, given up at its end. */
  static final short KEYED = 1;

  private Traits() {}

  static short of(NewJob job) {
    return job.uniqueKey() == null ? 0 : KEYED;
  }
}
