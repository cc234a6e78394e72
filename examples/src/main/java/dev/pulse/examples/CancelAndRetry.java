package dev.pulse.examples;

import dev.pulse.DeadFilter;
import dev.pulse.JobFilter;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Retried;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stops a running job, and starts dead letters over once their cause is gone. */
public final class CancelAndRetry {
  private CancelAndRetry() {}

  /** Takes the server's address. */
  public static void main(String... arguments) throws InterruptedException {
    try (Pulse pulse = Pulse.connect(arguments.length > 0 ? arguments[0] : "localhost:7857")) {
      cancel(pulse);
      retry(pulse);
    }
  }

  private static void cancel(Pulse pulse) throws InterruptedException {
    var started = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    // docs:cancellation
    Worker worker =
        pulse
            .worker()
            .topic("crawl")
            .handle(
                "crawl",
                job -> {
                  started.countDown();
                  try {
                    while (!job.canceled()) {
                      TimeUnit.MILLISECONDS.sleep(50); // one page after another
                    }
                  } catch (InterruptedException e) {
                    System.out.println("interrupted, canceled: " + job.canceled());
                  } finally {
                    stopped.countDown();
                  }
                  return Outcome.done("comes too late to change anything");
                })
            .start();
    // end
    JobHandle handle = pulse.submit("crawl", null, options -> options.topic("crawl"));
    started.await();
    // docs:cancel
    System.out.println(handle.cancel().status());
    // end
    stopped.await();
    worker.close();
  }

  private static void retry(Pulse pulse) {
    var diskFull = new AtomicBoolean(true);
    try (Worker _ =
        pulse
            .worker()
            .topic("backup")
            .handle(
                "backup", job -> diskFull.get() ? Outcome.failForGood("disk full") : Outcome.done())
            .start()) {
      JobHandle handle = pulse.submit("backup", null, options -> options.topic("backup"));
      handle.await(Duration.ofSeconds(30));
      // docs:dead-letters
      pulse
          .jobs(JobFilter.all().topic("backup").status(JobStatus.DEAD_LETTERED))
          .forEach(job -> System.out.println(job.name() + ": " + job.lastError()));
      diskFull.set(false);
      Retried retried = pulse.retryDead(DeadFilter.all().topic("backup"));
      System.out.println(retried.jobs() + " retried");
      // end
      System.out.println(handle.await(Duration.ofSeconds(30)).status());
    }
  }
}
