package dev.pulse;

import java.util.Optional;

/**
 * A running worker: it takes jobs from its topics and runs their handlers, through lost connections
 * and restarts of the server, until it is closed.
 */
public interface Worker extends AutoCloseable {
  /** The name the server knows it by: the {@link Job#lockedBy} of its jobs. */
  String name();

  /** How many jobs it has taken and not yet finished. */
  int running();

  /** Whether a server has welcomed it and the connection stands. */
  boolean connected();

  /** Why it has no connection; empty while it has one, or has not tried yet. */
  Optional<PulseException> trouble();

  /** Waits until the worker has been closed. */
  void join() throws InterruptedException;

  /**
   * Ends gracefully: takes no more jobs, hands back those not started, lets the running ones finish
   * within {@link WorkerBuilder#closeWithin}, then interrupts the rest, and waits until the server
   * has acknowledged every result. Not to be called by a handler, which would wait for itself.
   */
  @Override
  void close();
}
