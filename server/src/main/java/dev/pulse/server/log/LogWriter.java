package dev.pulse.server.log;

import dev.pulse.server.dispatch.Batcher;
import dev.pulse.server.job.Lease;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.postgres.Sql;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what workers log: in the order it came, many chunks to a statement. */
final class LogWriter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LogWriter.class);

  /** What is kept of a log that grows too long: its beginning and its end, 4 MiB in all. */
  static final long HEAD = 1 << 20;

  static final long MOST = 4 << 20;
  private static final long TAIL = MOST - HEAD - LogChunk.LARGEST;

  private static final int CHUNKS = 64;
  private static final long MOST_WAITING = 64 << 20;
  private static final long RETRY_MILLIS = 200;

  /**
   * Only for attempts that there were: nothing would ever prune the others. A chunk that is known
   * came twice. The middle of a log that is too long goes, and so does an end that was cut off from
   * the newest by what its worker left out: there is at most one such hole.
   */
  static final Sql WRITE =
      Sql.of(
          """
          WITH given AS MATERIALIZED (
            SELECT * FROM unnest(:jobs::int8[], :fences::int4[], :starts::int8[], :ends::int8[],
              :wholes::int8[], :texts::text[]) AS g(seq, tries, starts, ends, whole, text)),
          kept AS (
            INSERT INTO pulse.attempt_log (seq, tries, starts, ends, text)
            SELECT g.seq, g.tries, g.starts, g.ends, g.text
            FROM given g
            CROSS JOIN LATERAL (                -- OFFSET 0: look-ups, whatever the statistics say
              SELECT FROM pulse.attempts a
              WHERE a.seq = g.seq AND a.tries = g.tries OFFSET 0 LIMIT 1) known
            ON CONFLICT DO NOTHING)
          DELETE FROM pulse.attempt_log WHERE ctid = ANY(ARRAY(
            SELECT old.ctid
            FROM given g
            CROSS JOIN LATERAL (
              SELECT l.ctid FROM pulse.attempt_log l
              WHERE l.seq = g.seq AND l.tries = g.tries AND l.starts >= :head
                AND l.starts < greatest(g.whole, g.ends - :tail) OFFSET 0) old
            WHERE g.ends > :most))
          """);

  private final Database database;
  private final LongConsumer written;
  private final Batcher<LogChunk, Boolean> chunks;
  private final ConcurrentMap<Attempt, CompletableFuture<Boolean>> pending =
      new ConcurrentHashMap<>();
  private final AtomicLong waiting = new AtomicLong();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean failing;

  private record Attempt(long job, int fence) {
    static Attempt of(Lease lease) {
      return new Attempt(lease.job(), lease.fence());
    }
  }

  /**
   * @param written told the number of each job whose log grew, after the commit
   */
  LogWriter(Database database, LongConsumer written) {
    this.database = database;
    this.written = written;
    // One lane: whoever reads must never see a chunk before the one that precedes it.
    this.chunks = new Batcher<>("log", 1, CHUNKS, this::write);
  }

  /** Answers, when it is over, whether the worker may forget the chunk. */
  CompletableFuture<Boolean> append(LogChunk chunk) {
    int size = chunk.text().length();
    if (waiting.addAndGet(size) > MOST_WAITING) {
      waiting.addAndGet(-size);
      return CompletableFuture.completedFuture(true); // its reader will see that it is missing
    }
    Attempt attempt = Attempt.of(chunk.lease());
    CompletableFuture<Boolean> end =
        chunks
            .add(List.of(chunk))
            .handle(
                (_, failure) -> {
                  waiting.addAndGet(-size);
                  return isSettled(failure);
                });
    pending.put(attempt, end); // one lane: the last one's end is the end of all
    var _ = end.whenComplete((_, _) -> pending.remove(attempt, end));
    return end;
  }

  /** Runs that when everything the attempt has logged so far is on record, or lost for good. */
  boolean isWriting(Lease lease) {
    return !pending.isEmpty() && pending.containsKey(Attempt.of(lease));
  }

  void afterwards(Lease lease, Runnable then) {
    CompletableFuture<Boolean> end = pending.get(Attempt.of(lease));
    if (end == null) {
      then.run();
    } else {
      var _ = end.whenComplete((_, _) -> then.run());
    }
  }

  @Override
  public void close() {
    closing.countDown();
    chunks.close();
  }

  /** Not if this server goes: the next one will be sent it again. */
  private static boolean isSettled(@Nullable Throwable failure) {
    if (failure != null && !(failure instanceof RejectedExecutionException)) {
      log.warn("a chunk of a log was refused and is lost: {}", failure.toString());
    }
    return !(failure instanceof RejectedExecutionException);
  }

  /** Waits for a database that is away, because what comes later must not overtake. */
  private List<Boolean> write(List<LogChunk> given) {
    while (true) {
      try {
        database.call(connection -> bind(WRITE.on(connection), given).update());
        failing = false;
        given.stream().mapToLong(chunk -> chunk.lease().job()).distinct().forEach(written);
        return Collections.nCopies(given.size(), true);
      } catch (DatabaseFailure e) {
        if (e.isOfTheInput()) {
          throw e;
        }
        pause(e);
      }
    }
  }

  private void pause(DatabaseFailure failure) {
    if (!failing) {
      failing = true;
      log.warn("cannot write logs, trying again: {}", failure.getMessage());
    }
    try {
      if (closing.await(RETRY_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new RejectedExecutionException("shutting down", failure);
      }
    } catch (InterruptedException e) {
      throw new RejectedExecutionException("interrupted", e);
    }
  }

  private static Sql.Call bind(Sql.Call call, List<LogChunk> chunks) throws java.sql.SQLException {
    return call.set("jobs", chunks.stream().mapToLong(chunk -> chunk.lease().job()).toArray())
        .set("fences", chunks.stream().mapToInt(chunk -> chunk.lease().fence()).toArray())
        .set("starts", chunks.stream().mapToLong(LogChunk::starts).toArray())
        .set("ends", chunks.stream().mapToLong(LogChunk::ends).toArray())
        .set("wholes", chunks.stream().mapToLong(LogChunk::wholeFrom).toArray())
        .set("texts", chunks.stream().map(LogChunk::text).toArray(String[]::new))
        .set("head", HEAD)
        .set("tail", TAIL)
        .set("most", MOST);
  }
}
