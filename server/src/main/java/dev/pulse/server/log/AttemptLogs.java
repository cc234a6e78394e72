package dev.pulse.server.log;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.Lease;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The door of attempt logs: workers append, anybody reads and follows (A7). Of a log that grows
 * beyond 4 MiB the middle is dropped. A job that logs nothing costs nothing here.
 */
public final class AttemptLogs implements AutoCloseable {
  static final Sql JOB = Sql.of("SELECT seq FROM pulse.job WHERE id = :id");

  static final Sql FINISHED =
      Sql.of("SELECT EXISTS (SELECT FROM pulse.finished WHERE seq = :seq) AS finished");

  static final Sql TRIES =
      Sql.of(
          """
          SELECT a.tries, a.number, a.outcome FROM pulse.attempts a
          WHERE a.seq = :seq ORDER BY a.tries
          """);

  static final Sql READ =
      Sql.of(
          """
          SELECT starts, ends, text FROM pulse.attempt_log
          WHERE seq = :seq AND tries = :tries AND starts >= :position
          ORDER BY starts LIMIT 16
          """);

  /** One statement for all who wait: whose log grew, or whose try is under way no more. */
  static final Sql NEWS =
      Sql.of(
          """
          SELECT DISTINCT g.seq
          FROM unnest(:jobs::int8[], :tries::int4[], :positions::int8[]) AS g(seq, tries, position)
          CROSS JOIN LATERAL (
            SELECT WHERE EXISTS (SELECT FROM pulse.attempt_log l
                WHERE l.seq = g.seq AND l.tries = g.tries AND l.starts >= g.position)
              OR NOT EXISTS (SELECT FROM pulse.running r
                WHERE r.seq = g.seq AND r.tries = g.tries) OFFSET 0) changed
          """);

  private final Database database;
  private final LogWriter writer;
  private final ConcurrentMap<Long, Set<LogReader>> readers = new ConcurrentHashMap<>();
  private volatile boolean released;

  public AttemptLogs(Database database) {
    this.database = database;
    this.writer = new LogWriter(database, this::wake);
  }

  /**
   * Keeps a chunk. Answers, when it is over, whether the worker may forget it: false if this server
   * goes before it could write, so that the next one must be sent it.
   */
  public CompletableFuture<Boolean> append(LogChunk chunk) {
    return writer.append(chunk);
  }

  /** Whether something the attempt logged is not on record yet. */
  public boolean isWriting(Lease lease) {
    return writer.isWriting(lease);
  }

  /**
   * Does that when what the attempt logged is on record, so that its end is never seen before its
   * last words. At once for an attempt that logs nothing.
   */
  public void afterwards(Lease lease, Runnable then) {
    writer.afterwards(lease, then);
  }

  /** An attempt ended here: whoever follows its log need not wait for the poll. */
  public void ended(Lease lease) {
    if (!readers.isEmpty()) {
      wake(lease.job());
    }
  }

  /**
   * Reads a log.
   *
   * @param attempt which one, as users count; 0: the one that {@code after} is in, else the last
   * @param after the cursor of the text before; null: from the beginning
   */
  public LogReader reader(UUID id, int attempt, @Nullable String after) {
    if (attempt < 0) {
      throw JobRefused.invalid("attempt counts from 1");
    }
    Place place = after == null ? Place.START : Place.of(after);
    long seq =
        database
            .call(connection -> JOB.on(connection).set("id", id).first(row -> row.number("seq")))
            .orElseThrow(() -> JobRefused.notFound(id));
    var reader = new LogReader(this, id, seq, attempt, place);
    readers.compute(
        seq,
        (_, known) -> {
          Set<LogReader> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(reader);
          return all;
        });
    return reader;
  }

  /** Covers what other servers wrote; answers how many logs have news. */
  public int poll() {
    List<LogReader> waiting = readers.values().stream().flatMap(Set::stream).toList();
    if (waiting.isEmpty()) {
      return 0;
    }
    List<Long> changed =
        database.call(
            connection ->
                NEWS.on(connection)
                    .set("jobs", waiting.stream().mapToLong(LogReader::seq).toArray())
                    .set("tries", waiting.stream().mapToInt(r -> r.place().tries()).toArray())
                    .set(
                        "positions",
                        waiting.stream().mapToLong(r -> r.place().position()).toArray())
                    .list(row -> row.number("seq")));
    changed.forEach(this::wake);
    return changed.size();
  }

  /** Whoever follows is sent elsewhere. */
  public void release() {
    released = true;
    readers.keySet().forEach(this::wake);
  }

  @Override
  public void close() {
    release();
    writer.close();
  }

  boolean isReleased() {
    return released;
  }

  void forget(LogReader reader) {
    readers.computeIfPresent(
        reader.seq(),
        (_, known) -> {
          known.remove(reader);
          return known.isEmpty() ? null : known;
        });
  }

  List<Tries.Try> tries(long seq) {
    return database.call(
        connection ->
            TRIES
                .on(connection)
                .set("seq", seq)
                .list(
                    row ->
                        new Tries.Try(
                            row.count("tries"), row.count("number"), row.textOrNull("outcome"))));
  }

  boolean isFinished(long seq) {
    return database.call(
        connection ->
            FINISHED
                .on(connection)
                .set("seq", seq)
                .first(row -> row.flag("finished"))
                .orElse(false));
  }

  LogText read(long seq, Place from) {
    return LogText.of(
        from.position(),
        database.call(
            connection ->
                READ.on(connection)
                    .set("seq", seq)
                    .set("tries", from.tries())
                    .set("position", from.position())
                    .list(
                        row ->
                            new LogText.Kept(
                                row.number("starts"), row.number("ends"), row.text("text")))));
  }

  private void wake(long seq) {
    Set<LogReader> known = readers.get(seq);
    if (known != null) {
      known.forEach(LogReader::wake);
    }
  }
}
