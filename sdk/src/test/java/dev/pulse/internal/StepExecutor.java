package dev.pulse.internal;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An executor that starts nothing until the test says so. */
final class StepExecutor extends AbstractExecutorService {
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /** Waits until a task has come, and takes it. */
  Runnable next() {
    return ScriptedPeer.soon(tasks);
  }

  @Override
  public void shutdown() {
    throw new AssertionError("an executor is its owner's to shut down");
  }

  @Override
  public List<Runnable> shutdownNow() {
    throw new AssertionError("an executor is its owner's to shut down");
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}
