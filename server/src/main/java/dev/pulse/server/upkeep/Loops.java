package dev.pulse.server.upkeep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs duties until closed: jitter, stop, logging and errors are written once, here. */
public final class Loops implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Loops.class);

  private final List<Loop> loops = new ArrayList<>();

  /** Repeats the duty at that interval, give or take a tenth so that servers drift apart. */
  public Loop every(Duration interval, String name, Duty duty) {
    return repeat(
        name,
        () -> {
          duty.runOnce();
          return jittered(interval);
        });
  }

  /** Repeats a step that says itself when it wants to be called again. */
  public Loop repeat(String name, Step step) {
    var loop = new Loop(name, step);
    loops.add(loop);
    loop.thread = Thread.ofVirtual().name(name).start(loop::run);
    return loop;
  }

  @Override
  public void close() {
    loops.forEach(loop -> loop.closed = true);
    loops.forEach(Loop::wake);
    for (Loop loop : loops) {
      try {
        loop.thread.join(Duration.ofSeconds(10));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** A step that answers how long to wait before the next. */
  public interface Step {
    Duration run() throws InterruptedException;
  }

  private static Duration jittered(Duration interval) {
    double factor = 0.9 + 0.2 * ThreadLocalRandom.current().nextDouble();
    return Duration.ofNanos((long) (interval.toNanos() * factor));
  }

  /** One duty's loop. */
  public static final class Loop {
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);

    private final String name;
    private final Step step;
    private final Semaphore wake = new Semaphore(0);
    private Thread thread = Thread.currentThread();
    private volatile boolean closed;
    private volatile boolean failing;

    private Loop(String name, Step step) {
      this.name = name;
      this.step = step;
    }

    /** Do not wait for the interval. */
    public void wake() {
      wake.release();
    }

    private void run() {
      try {
        while (!closed) {
          Duration wait = once();
          if (wake.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
            wake.drainPermits();
          }
        }
      } catch (InterruptedException e) {
        log.debug("{} ends", name);
      }
    }

    /** A failing duty is reported once, not once per interval, and is tried again. */
    private Duration once() throws InterruptedException {
      try {
        Duration wait = step.run();
        if (failing) {
          failing = false;
          log.info("{} works again", name);
        }
        return wait;
      } catch (RuntimeException e) {
        if (!failing && !closed) {
          failing = true;
          log.warn("{} fails and will be tried again: {}", name, e.toString());
        }
        return jittered(AFTER_FAILURE);
      }
    }
  }
}
