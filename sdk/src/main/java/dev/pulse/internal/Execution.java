package dev.pulse.internal;

import dev.pulse.JobContext;
import dev.pulse.Json;
import dev.pulse.v1.Assignment;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One assignment on this worker's threads: what the handler sees of it, and the means to stop it.
 * Its thread is interrupted only between {@link #begin} and {@link #end}, so that an interrupt
 * never hits what the thread does next.
 */
final class Execution implements JobContext {
  private final Assignment assignment;
  private final UUID id;
  private @Nullable Thread thread;
  private boolean begun;
  private boolean abandoned;
  private volatile boolean canceled;
  private volatile boolean lost;
  private volatile AttemptLog.@Nullable Carrier carrier;
  private volatile @Nullable AttemptLog log;

  Execution(Assignment assignment) {
    this.assignment = assignment;
    this.id = UUID.fromString(assignment.getId());
  }

  /** From now on what is logged is carried to the server. */
  void carriedBy(AttemptLog.Carrier given) {
    carrier = given;
  }

  /** What was logged; null if nothing was, as with most jobs. */
  @Nullable AttemptLog written() {
    return log;
  }

  /** Takes the calling thread; false when the assignment was given up before it came to that. */
  synchronized boolean begin() {
    if (abandoned) {
      return false;
    }
    Thread.interrupted(); // left over from the thread's earlier life
    thread = Thread.currentThread();
    begun = true;
    return true;
  }

  /** Lets go of the thread and leaves it without a trace of ours. */
  synchronized void end() {
    thread = null;
    Thread.interrupted();
  }

  /** Gives the assignment up if it has not begun; from then on it cannot. */
  synchronized boolean abandon() {
    abandoned = !begun;
    return abandoned;
  }

  /** Interrupts the handler because the attempt is no longer this worker's. */
  void lose() {
    lost = true;
    stop();
  }

  /** Interrupts the handler because the worker closes. */
  synchronized void stop() {
    canceled = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** Whether the attempt is no longer this worker's, so that nobody waits for its report. */
  boolean isLost() {
    return lost;
  }

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public int attempt() {
    return assignment.getAttempt();
  }

  @Override
  public int maxAttempts() {
    return assignment.getMaxAttempts();
  }

  @Override
  public String name() {
    return assignment.getName();
  }

  @Override
  public String topic() {
    return assignment.getTopic();
  }

  @Override
  public Instant submittedAt() {
    return FromWire.instant(assignment.getSubmittedAt());
  }

  @Override
  public Optional<String> traceparent() {
    return Optional.ofNullable(FromWire.text(assignment.getTraceparent()));
  }

  @Override
  public boolean canceled() {
    return canceled;
  }

  @Override
  public void log(String text) {
    AttemptLog known = log;
    if (known == null) {
      known = begunLog();
    }
    if (known != null) {
      known.add(text);
    }
  }

  private synchronized @Nullable AttemptLog begunLog() {
    AttemptLog.Carrier given = carrier;
    if (log == null && given != null) {
      log = new AttemptLog(given);
    }
    return log;
  }

  @Override
  public Json rawArgs() {
    return assignment.getArgs().isEmpty() ? Json.EMPTY : Json.of(assignment.getArgs());
  }

  @Override
  public String toString() {
    return "job %s (%s), attempt %d".formatted(id, name(), attempt());
  }
}
