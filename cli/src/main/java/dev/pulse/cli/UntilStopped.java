package dev.pulse.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Holds a command until Ctrl-C or SIGTERM, and the process until the command has put things away.
 */
final class UntilStopped implements AutoCloseable {
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "stop");

  UntilStopped() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  void await() throws InterruptedException {
    stop.await();
  }

  /** A signal that was obeyed is a success (H5), so the JVM must not add its own exit code. */
  private void end() {
    stop.countDown();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  /** To be closed last: everything else has been put away. */
  @Override
  public void close() {
    stopped.countDown();
    try {
      // A command that ends by itself has an exit code of its own, which the hook would hide.
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // A signal came; the hook is what we were waiting for.
      stop.countDown();
    }
  }
}
