package dev.pulse.agents.relay;

import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.PulseTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the ends of jobs, each in a thread of its own, and says when one came. */
final class Awaiting implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Awaiting.class);
  private static final Duration LONG = Duration.ofHours(1);

  private final Pulse pulse;
  private final Map<UUID, Thread> threads = new ConcurrentHashMap<>();

  Awaiting(Pulse pulse) {
    this.pulse = pulse;
  }

  /** Runs this once when the job has ended or is not to be found; asked twice, it waits once. */
  void end(UUID job, Runnable then) {
    threads.computeIfAbsent(
        job, id -> Thread.ofVirtual().name("await-" + id).start(() -> await(id, then)));
  }

  private void await(UUID job, Runnable then) {
    try {
      boolean ended = false;
      while (!ended && !Thread.currentThread().isInterrupted()) {
        ended = awaitOnce(job);
      }
    } catch (PulseException e) {
      log.debug("the wait for job {} ended: {}", job, e.getMessage());
    }
    threads.remove(job);
    then.run();
  }

  private boolean awaitOnce(UUID job) {
    try {
      pulse.handle(job).await(LONG);
      return true;
    } catch (PulseTimeoutException e) {
      return false;
    }
  }

  @Override
  public void close() {
    threads.values().forEach(Thread::interrupt);
  }
}
