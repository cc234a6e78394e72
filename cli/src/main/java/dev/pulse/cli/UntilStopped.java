package dev.pulse.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds a command until Ctrl-C or SIGTERM, and the process until the command has put things away.
 */
final class UntilStopped implements AutoCloseable {
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean obeyed;

  UntilStopped() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "stop"));
  }

  void await() throws InterruptedException {
    stop.await();
    obeyed = true;
  }

  /** Waits that long at most; says whether to stop. */
  boolean await(Duration atMost) throws InterruptedException {
    obeyed = stop.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    return obeyed;
  }

  /**
   * A signal that was obeyed is a success (H5), so the JVM must not add its own exit code. A start
   * that failed also comes here, and keeps the code it was given.
   */
  private void end() {
    stop.countDown();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (obeyed) {
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }

  /** To be closed last: everything else has been put away. */
  @Override
  public void close() {
    stopped.countDown();
  }
}
