package dev.pulse.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one at a time and in order, on the thread of whoever comes first: the others leave
 * theirs and go. What only tasks touch needs no locks, and tasks that arrive together form a batch
 * by themselves, after which {@code afterwards} runs once.
 */
final class Turns implements Executor {
  private static final Logger log = LoggerFactory.getLogger(Turns.class);

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger arrived = new AtomicInteger();
  private final Runnable afterwards;

  Turns(Runnable afterwards) {
    this.afterwards = afterwards;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (arrived.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      Runnable next;
      while ((next = tasks.poll()) != null) {
        run(next);
      }
      run(afterwards);
      seen = arrived.addAndGet(-seen);
    } while (seen != 0);
  }

  /** A task that fails must not take the turns of the others with it. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      log.error("a step of the worker failed", e);
    }
  }
}
