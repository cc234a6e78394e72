package dev.pulse.testing;

import dev.pulse.Outcome;
import dev.pulse.Pulse;

/**
 * A worker as a process: {@code WorkerProcess ADDRESSES NAME}; prints a line when it has started.
 */
final class WorkerProcess {
  private WorkerProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    var pulse = Pulse.connect(arguments[0]);
    var worker =
        pulse
            .worker()
            .name(arguments[1])
            .concurrency(50)
            .handle("work", job -> Outcome.done(job.attempt()))
            .start();
    System.out.println(worker.name());
    worker.join();
  }
}
