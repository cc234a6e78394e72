package dev.pulse.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse up}: everything in one process, until it is told to stop. */
@Command(
    name = "up",
    description = "Runs Pulse in this terminal until Ctrl-C.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse up --home ./demo"})
final class UpCommand implements Callable<Integer> {
  @Mixin private HomeOptions options = new HomeOptions();

  @Override
  public Integer call() throws InterruptedException {
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    var obeyed = new AtomicBoolean();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  awaitQuietly(stopped);
                  if (obeyed.get()) {
                    // A signal that was obeyed is a success (H5); the JVM would say 143.
                    Runtime.getRuntime().halt(0);
                  }
                }));
    try (var store = Store.open(options)) {
      int steps = store.migrate();
      System.out.printf(
          "pulse is up: database ready in %s%s%n",
          options.home, steps == 0 ? "" : " (" + steps + " migrations applied)");
      stop.await();
      obeyed.set(true);
    } catch (RuntimeException e) {
      obeyed.set(false);
      throw e;
    } finally {
      stopped.countDown();
    }
    return 0;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
