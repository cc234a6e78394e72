package dev.pulse.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads the SDK makes: daemons all, so that they never keep a program alive. */
final class Threads {
  private Threads() {}

  /** A thread for each job: virtual where the JVM has them, which a Java 17 class cannot name. */
  static ExecutorService perJob() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException noneBefore21) {
      return Executors.newCachedThreadPool(daemons("pulse-job"));
    }
  }

  static ScheduledExecutorService clock() {
    var clock = new ScheduledThreadPoolExecutor(1, daemons("pulse-clock"));
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
