package dev.pulse.server.log;

import dev.pulse.server.job.JobRefused;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Somebody who reads the log of one attempt, from a place on and as it grows. */
public final class LogReader implements AutoCloseable {
  private final AttemptLogs logs;
  private final UUID id;
  private final long seq;
  private final Semaphore woken = new Semaphore(0);
  private int attempt;
  private volatile Place place;
  private volatile boolean closed;

  /**
   * @param attempt 0: the last one, or the first if there is none yet
   */
  LogReader(AttemptLogs logs, UUID id, long seq, int attempt, Place place) {
    this.logs = logs;
    this.id = id;
    this.seq = seq;
    this.attempt = attempt;
    this.place = place;
  }

  /**
   * What comes next, waited for that long at most. One thread at a time.
   *
   * @throws RejectedExecutionException when this server goes: read on at another one
   */
  public News next(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (!closed) {
      if (logs.isReleased()) {
        throw new RejectedExecutionException("the server is shutting down");
      }
      woken.drainPermits();
      News news = look();
      if (!(news instanceof News.Quiet)
          || !woken.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return news;
      }
    }
    return new News.Over();
  }

  /** How the tries stand is asked before their text: what comes after the end is not missed. */
  private News look() {
    List<Tries.Try> known = logs.tries(seq);
    Tries tries = tries(known);
    boolean over = tries.isEmpty() ? logs.isFinished(seq) : tries.haveEnded();
    for (Tries.Try each : tries.all()) {
      if (each.tries() >= place.tries()) {
        Place from = each.tries() == place.tries() ? place : new Place(each.tries(), 0);
        LogText text = logs.read(seq, from);
        if (!text.isEmpty()) {
          place = new Place(each.tries(), text.end());
          return new News.Text(tries.number(), place.cursor(), text.text());
        }
      }
    }
    return over ? new News.Over() : new News.Quiet();
  }

  /** Once it is known which attempt is meant, it stays that one. */
  private Tries tries(List<Tries.Try> known) {
    if (attempt == 0) {
      int at = place.tries();
      attempt =
          known.stream()
              .filter(each -> each.tries() == at)
              .findFirst()
              .map(Tries.Try::number)
              .orElseGet(() -> Tries.last(known).number());
      return attempt == 0 ? Tries.NONE : Tries.of(known, attempt);
    }
    Tries tries = Tries.of(known, attempt);
    if (tries.isEmpty()) {
      throw JobRefused.noAttempt(id, attempt);
    }
    return tries;
  }

  /** Ends a wait under way too. */
  @Override
  public void close() {
    closed = true;
    logs.forget(this);
    woken.release();
  }

  void wake() {
    woken.release();
  }

  long seq() {
    return seq;
  }

  Place place() {
    return place;
  }
}
