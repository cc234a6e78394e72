package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Moves jobs whose time has come from {@code later} to {@code ready}, a bounded chunk at a time.
 */
final class Promotion {
  /** Starts at the time the last chunk ended, for the same reason the claim has a mark. */
  static final Sql PROMOTE =
      Sql.of(
          """
          WITH due AS MATERIALIZED (
            SELECT ctid FROM pulse.later
            WHERE run_at >= :mark::timestamptz AND run_at <= now()
            ORDER BY run_at, seq LIMIT :chunk FOR UPDATE SKIP LOCKED),
          moved AS (
            DELETE FROM pulse.later WHERE ctid = ANY(ARRAY(SELECT ctid FROM due))
            RETURNING seq, run_at, tries, forgiven, max_attempts, traits),
          placed AS MATERIALIZED (
            SELECT m.*, j.queue, j.lane FROM moved m
            CROSS JOIN LATERAL (
              SELECT pulse.queue_of(topic, gate) AS queue, lane FROM pulse.job
              WHERE seq = m.seq OFFSET 0) j),
          due_now AS (
            INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
            SELECT lane, seq, tries, forgiven, max_attempts, traits, queue FROM placed)
          SELECT queue, lane, seq, run_at FROM placed
          """);

  /** From the mark on: dead entries before it would be walked otherwise. */
  static final Sql NEXT_DUE =
      Sql.of(
          """
          SELECT (extract(epoch FROM run_at - clock_timestamp()) * 1000000)::int8 AS micros
          FROM pulse.later WHERE run_at >= :mark::timestamptz
          ORDER BY run_at, seq LIMIT 1
          """);

  private static final Instant START = Instant.EPOCH;

  private final Database database;
  private final Arrivals arrivals;
  private volatile Instant mark = START;

  Promotion(Database database, Arrivals arrivals) {
    this.database = database;
    this.arrivals = arrivals;
  }

  /**
   * One chunk; answers how many moved.
   *
   * @param fromStart looks behind the mark as well: late commits stand there
   */
  int promote(int chunk, boolean fromStart) {
    Instant from = fromStart ? START : mark;
    var last = new Instant[] {from};
    List<Arrival> places =
        database.call(
            connection ->
                PROMOTE
                    .on(connection)
                    .set("mark", from)
                    .set("chunk", (long) chunk)
                    .list(
                        row -> {
                          Instant due = row.instant("run_at");
                          last[0] = due.isAfter(last[0]) ? due : last[0];
                          return Arrivals.read(row);
                        }));
    if (last[0].isAfter(mark)) {
      mark = last[0];
    }
    arrivals.announce(places);
    return places.size();
  }

  /** How long until the next job is due by Postgres' clock, as far as the mark sees. */
  Optional<Duration> untilNextDue() {
    return database.call(
        connection ->
            NEXT_DUE
                .on(connection)
                .set("mark", mark)
                .first(row -> Duration.ofNanos(row.number("micros") * 1_000)));
  }
}
