package dev.pulse.agents.runner;

import dev.pulse.Pulse;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A runner as a process: {@code RunnerProcess ADDRESS HOME}; prints a line when it has started. */
final class RunnerProcess {
  private RunnerProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    Pulse pulse = Pulse.connect(arguments[0]);
    Runner runner = Runner.start(pulse, Path.of(arguments[1]), RunnerOptions.DEFAULT);
    System.out.println(runner.name());
    new CountDownLatch(1).await();
  }
}
