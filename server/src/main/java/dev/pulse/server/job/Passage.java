package dev.pulse.server.job;

import dev.pulse.server.job.Gates.Waiting;
import dev.pulse.server.job.Marks.Mark;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The short way of a claim from a topic whose jobs carry limits: through one gate, with no rate and
 * no pause to reckon with, as long as nothing stands between the gate's jobs.
 */
final class Passage {
  /**
   * Two statements in one message and so one transaction, because the count needs a snapshot that
   * is younger than the locks. (Were they two, the setting would be forgotten, and the long way
   * gone.) What stands before the first job without limits is taken. It always answers: with one
   * row that has no job if there was nothing to take, and with room -1 if the long way has to be
   * gone.
   */
  static final Sql THROUGH =
      Sql.of(
          """
          SELECT set_config('pulse.locked', bool_and(
            pg_try_advisory_xact_lock(hashtextextended(name, 7857)))::text, true)
          FROM unnest(:names::text[]) AS g(name);
          WITH standing AS MATERIALIZED (
            SELECT coalesce(min(CASE
                WHEN current_setting('pulse.locked') <> 'true' OR r.rate_starts IS NOT NULL
                  OR r.paused_until > now() THEN -1
                WHEN r.max_running IS NOT NULL THEN greatest(0, r.max_running - c.running)
                END), 9223372036854775807) AS room,
              CASE WHEN bool_or(r.max_running IS NOT NULL) THEN coalesce(min(c.oldest),
                pg_sequence_last_value('pulse.slot_seq')) END AS oldest -- none runs: the next are younger
            FROM pulse.limit_rule r
            CROSS JOIN LATERAL (
              SELECT count(*) AS running, min(x.slot) FILTER (WHERE x.gate = :gate) AS oldest
              FROM pulse.gate_limit l
              JOIN pulse.running x ON x.gate = l.gate AND x.slot >= coalesce((
                SELECT m.mark FROM unnest(:marked::int4[], :marks::int8[]) AS m(gate, mark)
                WHERE m.gate = l.gate), 0)
              WHERE l.name = r.name AND r.max_running IS NOT NULL) c
            WHERE r.name = ANY(:names::text[])),
          head AS MATERIALIZED (
            SELECT lane, seq FROM pulse.ready
            WHERE queue = :topic AND (lane, seq) >= (:plain_lane, :plain_seq)
            ORDER BY lane, seq LIMIT 1),
          picked AS MATERIALIZED (
            SELECT ctid FROM pulse.ready
            WHERE queue = :queue AND (lane, seq) >= (:lane, :seq)
              AND (lane, seq) < (coalesce((SELECT lane FROM head), 9223372036854775807),
                coalesce((SELECT seq FROM head), 9223372036854775807))
            ORDER BY lane, seq LIMIT greatest(0, least((SELECT room FROM standing), :slots))
            FOR UPDATE SKIP LOCKED),
          taken AS (
            DELETE FROM pulse.ready WHERE ctid = ANY(ARRAY(SELECT ctid FROM picked))
            RETURNING lane, seq, tries + 1 AS tries, forgiven, max_attempts, traits),
          placed AS MATERIALIZED (
            SELECT t.*, (:workers::int8[])[row_number() OVER (ORDER BY lane, seq)] AS worker
            FROM taken t),
          lent AS (                             -- not now(): what freed the slot may be younger than that
            INSERT INTO pulse.running
              (seq, worker, started_at, tries, forgiven, max_attempts, traits, gate, slot)
            SELECT seq, worker, clock_timestamp(), tries, forgiven, max_attempts, traits, :gate,
              (SELECT nextval('pulse.slot_seq'))
            FROM placed)
          SELECT s.room, s.oldest, EXISTS (SELECT FROM head) AS plain, p.*
          FROM standing s
          LEFT JOIN (
            SELECT t.seq, t.lane, t.worker, t.tries, t.tries - t.forgiven AS attempt,
              t.max_attempts, t.traits, j.id, j.name, j.args, j.submitted_at, j.trace
            FROM placed t
            FULL JOIN (                         -- each has one, but FULL is never a loop
              SELECT seq, id, name, args, submitted_at, trace FROM pulse.job
              WHERE seq = ANY(ARRAY(SELECT seq FROM placed)) OFFSET 0) j ON j.seq = t.seq) p ON true
          ORDER BY p.lane, p.seq
          """);

  /** There is a rate or a pause to reckon with, or somebody else is at it. */
  private static final long LONG_WAY = -1;

  private final Database database;
  private final Gates gates;
  private final Marks marks;
  private final OldestSlots oldest;

  Passage(Database database, Gates gates, Marks marks, OldestSlots oldest) {
    this.database = database;
    this.gates = gates;
    this.marks = marks;
    this.oldest = oldest;
  }

  /** What came through, and whether that is all there is for now. */
  record Passed(List<Assignment> claimed, boolean isAll) {}

  /** What one claim learned, told by every row of its answer. */
  private record Seen(long room, boolean plain, Mark last) {}

  /**
   * @param watched is told the jobs that are watched
   */
  Passed claim(
      String topic, long[] workers, boolean fromStart, Waiting waiting, Set<UUID> watched) {
    long news = waiting.news();
    Waiting others = gates.plain(topic);
    long newsOfOthers = others.news();
    try (Marks.Scan scan = marks.begin(waiting.queue(), fromStart);
        Marks.Scan plain = marks.begin(topic, fromStart)) {
      var claimed = new ArrayList<Assignment>();
      Seen seen =
          database.call(
              connection ->
                  bind(connection, waiting, scan.from(), plain.from())
                      .set("slots", (long) workers.length)
                      .set("workers", workers)
                      .lastList(row -> read(row, waiting, scan.from(), claimed, watched))
                      .getLast());
      if (seen.room == LONG_WAY) {
        return new Passed(claimed, false);
      }
      scan.endedAt(seen.last);
      if (!seen.plain) {
        others.quiet(newsOfOthers, null);
      }
      if (claimed.size() == seen.room || (claimed.size() < workers.length && !seen.plain)) {
        waiting.quiet(news, null);
      }
      return new Passed(claimed, !seen.plain);
    }
  }

  private Sql.Call bind(Connection connection, Waiting waiting, Mark from, Mark plain)
      throws SQLException {
    return oldest
        .bind(THROUGH.on(connection))
        .set("gate", waiting.gate)
        .set("names", gates.limits(connection, waiting.gate).toArray(String[]::new))
        .set("topic", waiting.topic)
        .set("queue", waiting.queue())
        .set("lane", from.lane())
        .set("seq", from.seq())
        .set("plain_lane", plain.lane())
        .set("plain_seq", plain.seq());
  }

  private Seen read(
      Row row, Waiting waiting, Mark from, List<Assignment> claimed, Set<UUID> watched)
      throws SQLException {
    long room = row.number("room");
    if (room != LONG_WAY) { // only who holds the locks is sure
      oldest.remember(waiting.gate, row.numberOrNull("oldest"));
    }
    boolean nothing = row.numberOrNull("seq") == null;
    if (!nothing) {
      claimed.add(Claims.assignment(waiting.topic, row, watched));
    }
    return new Seen(room, row.flag("plain"), nothing ? from : Mark.read(row));
  }
}
