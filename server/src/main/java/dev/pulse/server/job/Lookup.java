package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads jobs, their history and how many there are. Nothing here walks the backlog. */
final class Lookup {
  static final Sql BY_ID = Sql.of("SELECT * FROM pulse.jobs WHERE id = :id");

  static final Sql BY_SEQ = Sql.of("SELECT * FROM pulse.jobs WHERE seq = ANY(:jobs)");

  static final Sql ATTEMPTS =
      Sql.of(
          """
          SELECT a.* FROM pulse.attempts a
          WHERE a.seq = (SELECT seq FROM pulse.job WHERE id = :id) ORDER BY a.tries
          """);

  /** Queues by hopping from one to the next in the index. */
  static final Sql READY_QUEUES =
      Sql.of(
          """
          WITH RECURSIVE hop AS (
            (SELECT queue FROM pulse.ready WHERE queue > :after ORDER BY queue LIMIT 1)
            UNION ALL
            SELECT (SELECT q.queue FROM pulse.ready q WHERE q.queue > h.queue
              ORDER BY q.queue LIMIT 1)
            FROM hop h WHERE h.queue IS NOT NULL)
          SELECT queue FROM hop WHERE queue IS NOT NULL LIMIT :most
          """);

  static final Sql FINISHED =
      Sql.of(
          """
          SELECT j.id FROM pulse.job j
          WHERE j.id = ANY(:ids) AND EXISTS (SELECT FROM pulse.finished f WHERE f.seq = j.seq)
          """);

  /** The same hops, each queue counted up to the cap. */
  static final Sql COUNT_PENDING =
      Sql.of(
          """
          WITH RECURSIVE hop AS (
            (SELECT queue FROM pulse.ready ORDER BY queue LIMIT 1)
            UNION ALL
            SELECT (SELECT q.queue FROM pulse.ready q WHERE q.queue > h.queue
              ORDER BY q.queue LIMIT 1)
            FROM hop h WHERE h.queue IS NOT NULL),
          counted AS (
            SELECT split_part(h.queue, E'\\t', 1) AS topic, (SELECT count(*) FROM (
              SELECT FROM pulse.ready q WHERE q.queue = h.queue LIMIT :cap) AS capped) AS count
            FROM hop h WHERE h.queue IS NOT NULL)
          SELECT topic, 'PENDING' AS status, sum(count)::int8 AS count FROM counted GROUP BY topic
          """);

  static final Sql COUNT_OTHERS =
      Sql.of(
          """
          SELECT j.topic, s.status::text AS status, count(*) AS count
          FROM (
            (SELECT seq, 'RUNNING'::pulse.job_status AS status FROM pulse.running LIMIT :cap)
            UNION ALL
            (SELECT seq, status FROM pulse.later LIMIT :cap)
            UNION ALL
            (SELECT seq, status FROM pulse.finished WHERE status = 'DEAD_LETTERED' LIMIT :cap)) s
          CROSS JOIN LATERAL (SELECT topic FROM pulse.job WHERE seq = s.seq OFFSET 0) j
          GROUP BY j.topic, s.status
          """);

  /** Counting more than this tells nobody more and would cost the more the worse things are. */
  static final long COUNT_CAP = 10_000;

  private final Database database;

  Lookup(Database database) {
    this.database = database;
  }

  Optional<Job> find(UUID id) {
    return database.call(connection -> BY_ID.on(connection).set("id", id).first(Lookup::job));
  }

  Page<Job> list(JobFilter filter, int limit, @Nullable String cursor) {
    Rules.range("limit", limit, 1, 500);
    Listing listing = Listing.of(filter);
    return database.call(
        connection -> page(connection, listing.page(connection, filter, limit, cursor)));
  }

  Page<Job> madeBy(UUID schedule, int limit, @Nullable String cursor) {
    Rules.range("limit", limit, 1, 500);
    return database.call(
        connection -> page(connection, Listing.madeBy(connection, schedule, limit, cursor)));
  }

  private static Page<Job> page(Connection connection, Listing.Found found) throws SQLException {
    long[] seqs = found.entries().stream().mapToLong(Listing.Entry::seq).toArray();
    Map<Long, Job> jobs = new HashMap<>();
    BY_SEQ.on(connection).set("jobs", seqs).list(row -> jobs.put(row.number("seq"), job(row)));
    var items = new ArrayList<Job>();
    for (Listing.Entry entry : found.entries()) {
      Job job = jobs.get(entry.seq());
      if (job != null) {
        items.add(job);
      }
    }
    return new Page<>(items, found.next());
  }

  List<AttemptRecord> attempts(UUID id) {
    return database.call(connection -> ATTEMPTS.on(connection).set("id", id).list(Lookup::attempt));
  }

  List<TopicCount> counts() {
    return database.call(
        connection -> {
          var counts = new ArrayList<TopicCount>();
          counts.addAll(
              COUNT_PENDING.on(connection).set("cap", COUNT_CAP).list(Lookup::topicCount));
          counts.addAll(COUNT_OTHERS.on(connection).set("cap", COUNT_CAP).list(Lookup::topicCount));
          return counts;
        });
  }

  List<Arrival> readyQueues(String after, int most) {
    return database.call(
        connection ->
            READY_QUEUES
                .on(connection)
                .set("after", after)
                .set("most", most)
                .list(row -> Arrival.news(row.text("queue"))));
  }

  List<UUID> finished(Collection<UUID> ids) {
    return database.call(
        connection ->
            FINISHED
                .on(connection)
                .set("ids", ids.toArray(UUID[]::new))
                .list(row -> row.uuid("id")));
  }

  private static TopicCount topicCount(Row row) throws SQLException {
    long count = row.number("count");
    return new TopicCount(
        row.text("topic"), JobStatus.valueOf(row.text("status")), count, count >= COUNT_CAP);
  }

  static Job job(Row row) throws SQLException {
    return new Job(
        row.uuid("id"),
        row.text("name"),
        row.text("topic"),
        row.text("args"),
        row.count("priority"),
        JobStatus.valueOf(row.text("status")),
        row.count("attempts"),
        row.count("max_attempts"),
        row.textOrNull("last_error"),
        row.textOrNull("result"),
        row.textOrNull("locked_by"),
        row.instantOrNull("lease_until"),
        row.instantOrNull("next_run_at"),
        new NewJob.Origin(
            row.uuidOrNull("schedule_id"), row.uuidOrNull("run_id"), row.textOrNull("node_id")),
        row.texts("limits"),
        row.textOrNull("unique_key"),
        row.instant("submitted_at"),
        row.instantOrNull("started_at"),
        row.instantOrNull("finished_at"));
  }

  private static AttemptRecord attempt(Row row) throws SQLException {
    var lateAt = row.instantOrNull("late_at");
    return new AttemptRecord(
        row.count("number"),
        row.textOrNull("worker"),
        row.instantOrNull("started_at"),
        row.instantOrNull("ended_at"),
        row.textOrNull("outcome"),
        row.textOrNull("error"),
        row.textOrNull("result"),
        lateAt == null
            ? null
            : new AttemptRecord.Late(
                lateAt,
                row.text("late_outcome"),
                row.textOrNull("late_result"),
                row.textOrNull("late_error")));
  }
}
