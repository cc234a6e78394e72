package dev.pulse.server.sling;

import dev.pulse.server.job.Jobs;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * How much is going on.
 *
 * @param running agents' jobs that run, whatever started them
 * @param waiting slings' jobs that are dispatched and do not run: about to start, or to start again
 * @param runners connected workers that take agents' jobs
 * @param ready open slings whose tasks are ready
 */
record Capacity(long running, long waiting, int runners, long ready) {
  static final Sql LOOK =
      Sql.of(
          """
          SELECT
            (SELECT count(*) FROM pulse.gate_limit l JOIN pulse.running x ON x.gate = l.gate
              WHERE l.name = :limit) AS running,
            (SELECT count(*) FROM pulse.sling s
              CROSS JOIN LATERAL (SELECT seq FROM pulse.job WHERE id = s.id OFFSET 0) j
              WHERE s.reason = 'dispatched' AND s.ended_at IS NULL
                AND NOT EXISTS (SELECT FROM pulse.running r WHERE r.seq = j.seq)) AS waiting,
            (SELECT count(*) FROM pulse.worker w
              WHERE w.gone_at IS NULL AND w.lease_until > now() AND 'agents' = ANY(w.topics)
                AND (w.handlers = '{}' OR 'agent' = ANY(w.handlers))) AS runners,
            (SELECT count(*) FROM pulse.sling s WHERE s.closed_at IS NULL AND NOT s.blocked)
              AS ready
          """);

  static Capacity look(Connection connection) throws SQLException {
    return LOOK.on(connection).set("limit", Jobs.AGENT_LIMIT).first(Capacity::read).orElseThrow();
  }

  private static Capacity read(Row row) throws SQLException {
    return new Capacity(
        row.number("running"), row.number("waiting"), row.count("runners"), row.number("ready"));
  }

  long active() {
    return running + waiting;
  }

  /** Free slots. Without a bound there are always enough. */
  long free(SchedulerConfig config) {
    return config.isDirect() ? Integer.MAX_VALUE : config.maxAgents() - active();
  }
}
