package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Priority aging (J15): in a topic that has it, waiting that long is worth one point of priority.
 * Off unless set. A change puts the waiting jobs in their new order, so it costs the more the more
 * wait.
 */
final class Aging {
  static final Sql SET =
      Sql.of(
          """
          INSERT INTO pulse.topic (name, aging)
          VALUES (:topic, :aging::int8 * interval '1 microsecond')
          ON CONFLICT (name) DO UPDATE SET aging = excluded.aging
          """);

  /** Jobs that are not ready keep no place but their lane. */
  static final Sql REORDER_JOBS =
      Sql.of(
          """
          UPDATE pulse.job j SET lane = pulse.lane_of(j.priority, t.aging, j.submitted_at)
          FROM pulse.topic t
          WHERE t.name = :topic AND j.topic = t.name AND j.seq IN (
              SELECT seq FROM pulse.later UNION ALL SELECT seq FROM pulse.running)
            AND j.lane <> pulse.lane_of(j.priority, t.aging, j.submitted_at)
          """);

  static final Sql REORDER_READY =
      Sql.of(
          """
          WITH placed AS (
            UPDATE pulse.job j SET lane = pulse.lane_of(j.priority, t.aging, j.submitted_at)
            FROM pulse.topic t, pulse.ready q
            WHERE t.name = :topic AND q.queue >= t.name AND q.queue < t.name || E'\\n'
              AND j.topic = t.name AND j.seq = q.seq
              AND j.lane <> pulse.lane_of(j.priority, t.aging, j.submitted_at)
            RETURNING j.seq, j.lane),
          moved AS (
            UPDATE pulse.ready q SET lane = p.lane FROM placed p
            WHERE q.queue >= :topic AND q.queue < :topic || E'\\n' AND q.seq = p.seq
            RETURNING q.queue, q.lane, q.seq)
          SELECT DISTINCT ON (queue) queue, lane, seq FROM moved ORDER BY queue, lane, seq
          """);

  private final Database database;
  private final Arrivals arrivals;

  Aging(Database database, Arrivals arrivals) {
    this.database = database;
    this.arrivals = arrivals;
  }

  void set(String topic, @Nullable Duration aging) {
    Rules.text("topic", topic, NewJob.LONGEST_NAME);
    if (aging != null && aging.compareTo(Duration.ofSeconds(1)) < 0) {
      throw JobRefused.invalid("aging is a second or more, not " + aging);
    }
    database.call(
        connection -> SET.on(connection).set("topic", topic).set("aging", aging).update());
    // Twice: the second pass finds what was submitted by the old rule while the first one ran.
    for (int pass = 0; pass < 2; pass++) {
      List<Arrival> first =
          database.transact(
              connection -> {
                REORDER_JOBS.on(connection).set("topic", topic).update();
                return REORDER_READY.on(connection).set("topic", topic).list(Arrivals::read);
              });
      arrivals.announce(first);
    }
  }
}
