package dev.pulse.server.job;

import dev.pulse.server.postgres.Cells;
import dev.pulse.server.postgres.Inquiry;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;

/**
 * The shortest way in, for a plain job that comes alone: arrays of one element that are taken apart
 * again are a quarter of what such a statement costs Postgres, so this one is given values as they
 * are.
 */
final class LoneJob {
  /** Where it stands among the others of its topic: smaller is sooner. */
  static final String LANE =
      """
      CASE WHEN :aging::int8 IS NULL THEN -:priority::int8
        ELSE pulse.lane_of(:priority::int2, :aging::int8 * interval '1 microsecond', now())
        END AS lane
      """;

  /** Nothing waits before it. */
  static final String FIRST =
      """
      WHERE NOT EXISTS (SELECT FROM pulse.ready r
        WHERE r.queue = :topic::text
          AND (r.lane, r.seq) >= (:from_lane::int8, :from_seq::int8))
      """;

  private static final String GIVEN =
      "WITH given AS MATERIALIZED (SELECT nextval('pulse.job_seq') AS seq, " + LANE;

  private static final String BORN =
      """
      born AS (
        INSERT INTO pulse.job (seq, id, lane, priority, max_attempts, name, topic, trace, args)
        SELECT seq, :id::uuid, lane, :priority::int2, :max_attempts::int2, :name::text,
          :topic::text, :trace::text, :args::json
        FROM given),
      """;

  /** It waits its turn. */
  static final Sql QUEUE =
      Sql.of(
          GIVEN
              + "),"
              + BORN
              + """
                due AS (
                  INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
                  SELECT lane, seq, 0, 0, :max_attempts::int2, 0, :topic::text FROM given)
                SELECT lane, seq FROM given
                """);

  /** It starts at once; or is not taken, because something waits before it. */
  static final Sql LEND =
      Sql.of(
          GIVEN
              + FIRST
              + "),"
              + BORN
              + """
                started AS (
                  INSERT INTO pulse.running (seq, worker, tries, forgiven, max_attempts, traits)
                  SELECT seq, :worker::int8, 1, 0, :max_attempts::int2, 0 FROM given)
                SELECT lane, seq, (extract(epoch FROM now()) * 1000000)::int8 AS submitted_us
                FROM given
                """);

  private final Marks marks;
  private final Aging aging;

  LoneJob(Marks marks, Aging aging) {
    this.marks = marks;
    this.aging = aging;
  }

  Inquiry<Place> queue(NewJob job) {
    return bind(QUEUE.given(), job).reading(row -> Place.waits(arrival(job, row)));
  }

  /** Answered by nothing, if something waits before it. */
  Inquiry<Place> lend(NewJob job, long worker) {
    return behind(marks.of(job.topic()), bind(LEND.given(), job))
        .set("worker", worker)
        .reading(row -> Place.lent(0, arrival(job, row), worker, row));
  }

  private Sql.Given bind(Sql.Given statement, NewJob job) {
    return kind(statement.set("id", job.id()).set("args", job.args()), job, aging);
  }

  /** What jobs have in common if they are alike. */
  static Sql.Given kind(Sql.Given statement, NewJob job, Aging aging) {
    return statement
        .set("name", job.name())
        .set("topic", job.topic())
        .set("priority", job.priority())
        .set("max_attempts", job.maxAttempts())
        .set("trace", job.trace())
        .set("aging", aging.of(job));
  }

  /** From where something might wait. */
  static Sql.Given behind(Marks.Mark from, Sql.Given statement) {
    return statement.set("from_lane", from.lane()).set("from_seq", from.seq());
  }

  static Arrival arrival(NewJob job, Cells row) throws SQLException {
    return new Arrival(job.topic(), row.number("lane"), row.number("seq"));
  }
}
