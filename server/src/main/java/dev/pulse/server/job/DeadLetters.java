package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Jobs that ended badly, and how they get another life or leave for good (J9). */
final class DeadLetters {
  /** Attempts start over, history stays: what was tried so far is forgiven. */
  static final Sql RETRY =
      Sql.of(
          """
          WITH wanted AS MATERIALIZED (
            SELECT f.ctid, j.seq, j.id, j.unique_key, j.lane,
              pulse.queue_of(j.topic, j.gate) AS queue
            FROM pulse.job j JOIN pulse.finished f ON f.seq = j.seq
            WHERE j.seq = ANY(:jobs) AND f.status IN ('DEAD_LETTERED', 'CANCELED')
            ORDER BY j.unique_key COLLATE "C", j.seq FOR UPDATE OF f),
          held AS (
            INSERT INTO pulse.held_key (unique_key, id)
            SELECT unique_key, id FROM wanted WHERE unique_key IS NOT NULL
            ON CONFLICT DO NOTHING
            RETURNING id),
          entitled AS MATERIALIZED (
            SELECT * FROM wanted
            WHERE unique_key IS NULL OR id = ANY(ARRAY(SELECT id FROM held))),
          revived AS (
            DELETE FROM pulse.finished WHERE seq = ANY(ARRAY(SELECT seq FROM entitled))
            RETURNING seq, tries, max_attempts, traits),
          due AS (
            INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
            SELECT e.lane, r.seq, r.tries, r.tries, r.max_attempts, r.traits, e.queue
            FROM revived r JOIN entitled e ON e.seq = r.seq
            RETURNING queue, lane, seq)
          SELECT queue, lane, seq FROM due
          """);

  /** Which of these are watched: a look, not a lock. */
  static final Sql WATCHED =
      Sql.of("SELECT seq FROM pulse.finished WHERE seq = ANY(:jobs) AND traits & 12 <> 0");

  static final Sql FIND =
      Sql.of(
          """
          SELECT j.seq, f.status, j.unique_key
          FROM pulse.job j LEFT JOIN pulse.finished f ON f.seq = j.seq WHERE j.id = :id
          """);

  /** The next dead letters in order of death, after the last one seen. */
  static final Sql NEXT_DEAD =
      Sql.of(
          """
          SELECT f.seq, f.finished_at
          FROM pulse.finished f
          CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = f.seq OFFSET 0) j
          WHERE f.status = 'DEAD_LETTERED'
            AND (f.finished_at, f.seq) > (:after_time::timestamptz, :after_seq)
            AND f.finished_at <= coalesce(:until::timestamptz, 'infinity')
            AND (:name::text IS NULL OR j.name = :name)
            AND (:topic::text IS NULL OR j.topic = :topic)
          ORDER BY f.finished_at, f.seq LIMIT :chunk
          """);

  static final Sql PURGE =
      Sql.of(
          """
          WITH gone AS (
            DELETE FROM pulse.finished
            WHERE seq = ANY(:jobs) AND status = 'DEAD_LETTERED' RETURNING seq),
          history AS (
            DELETE FROM pulse.attempt WHERE seq = ANY(ARRAY(SELECT seq FROM gone))),
          logs AS (
            DELETE FROM pulse.attempt_log WHERE seq = ANY(ARRAY(SELECT seq FROM gone)))
          DELETE FROM pulse.job WHERE seq = ANY(ARRAY(SELECT seq FROM gone))
          """);

  private static final long CHUNK = 1000;

  private final Database database;
  private final Arrivals arrivals;
  private final Watch watch;

  DeadLetters(Database database, Arrivals arrivals, Watch watch) {
    this.database = database;
    this.arrivals = arrivals;
    this.watch = watch;
  }

  void retry(UUID id) {
    Found found =
        database
            .call(connection -> FIND.on(connection).set("id", id).first(DeadLetters::found))
            .orElseThrow(() -> JobRefused.notFound(id));
    if (retry(new long[] {found.seq()}) == 0) {
      String key = found.key();
      if (key != null && found.status() != null && found.status() != JobStatus.COMPLETED) {
        throw JobRefused.keyHeld(id, key);
      }
      JobStatus status = found.status() == null ? JobStatus.PENDING : found.status();
      throw JobRefused.illegal(id, status, "retried");
    }
  }

  Handled retryAll(DeadFilter filter) {
    return forEachChunk(filter, this::retry);
  }

  Handled purge(DeadFilter filter) {
    return forEachChunk(
        filter,
        jobs -> database.call(connection -> PURGE.on(connection).set("jobs", jobs).update()));
  }

  private int retry(long[] jobs) {
    List<Arrival> places =
        database.transact(
            connection -> {
              Candidates candidates = candidates(connection, jobs);
              List<Arrival> revived =
                  RETRY
                      .on(connection)
                      .set("jobs", candidates.jobs().toArray(Long[]::new))
                      .list(Arrivals::read);
              candidates.requireIn(revived);
              return revived;
            });
    arrivals.announce(places);
    return places.size();
  }

  /** What may start over, and which of them their watcher counts on by now. */
  private record Candidates(List<Long> jobs, Set<Long> promised) {
    /** A job that is gone meanwhile would be waited for forever: then nothing happens at all. */
    void requireIn(List<Arrival> revived) {
      Set<Long> ready = revived.stream().map(Arrival::seq).collect(Collectors.toSet());
      if (!ready.containsAll(promised)) {
        throw new IllegalStateException("a job that was to start over is gone");
      }
    }
  }

  /** Without the watched ones whose watcher will not have them back. */
  private Candidates candidates(Connection connection, long[] jobs) throws SQLException {
    long[] watched =
        WATCHED.on(connection).set("jobs", jobs).list(row -> row.number("seq")).stream()
            .mapToLong(Long::longValue)
            .toArray();
    if (watched.length == 0) {
      return new Candidates(Arrays.stream(jobs).boxed().toList(), Set.of());
    }
    Map<Long, Watcher.Watched> origins = watch.origins(connection, watched);
    Set<UUID> welcome = watch.revived(connection, List.copyOf(origins.values()));
    Set<Long> promised = new HashSet<>();
    origins.forEach(
        (seq, job) -> {
          if (welcome.contains(job.id())) {
            promised.add(seq);
          }
        });
    List<Long> allowed =
        Arrays.stream(jobs)
            .filter(job -> !origins.containsKey(job) || promised.contains(job))
            .boxed()
            .toList();
    return new Candidates(allowed, promised);
  }

  private interface Step {
    int on(long[] jobs);
  }

  private Handled forEachChunk(DeadFilter filter, Step step) {
    long handled = 0;
    long skipped = 0;
    var last = new Death(0, filter.since() == null ? Instant.EPOCH : filter.since());
    while (true) {
      Death from = last;
      List<Death> deaths = database.call(connection -> next(connection, filter, from));
      if (deaths.isEmpty()) {
        return new Handled(handled, skipped);
      }
      int done = step.on(deaths.stream().mapToLong(Death::seq).toArray());
      handled += done;
      skipped += deaths.size() - done;
      last = deaths.getLast();
    }
  }

  private static List<Death> next(Connection connection, DeadFilter filter, Death after)
      throws SQLException {
    return NEXT_DEAD
        .on(connection)
        .set("after_time", after.at())
        .set("after_seq", after.seq())
        .set("until", filter.until())
        .set("name", filter.name())
        .set("topic", filter.topic())
        .set("chunk", CHUNK)
        .list(row -> new Death(row.number("seq"), row.instant("finished_at")));
  }

  private record Death(long seq, Instant at) {}

  private record Found(long seq, @Nullable JobStatus status, @Nullable String key) {}

  private static Found found(Row row) throws SQLException {
    String status = row.textOrNull("status");
    return new Found(
        row.number("seq"),
        status == null ? null : JobStatus.valueOf(status),
        row.textOrNull("unique_key"));
  }
}
