package dev.pulse.agents.runner;

/**
 * Hears what an attempt says on its two streams. Each is heard on a thread of its own, and what it
 * says is never kept waiting for long.
 */
interface Hearing {
  /** Bytes of the standard output. */
  void out(byte[] bytes, int length);

  /** Bytes of the standard error. */
  void err(byte[] bytes, int length);
}
