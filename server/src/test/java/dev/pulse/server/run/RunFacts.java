package dev.pulse.server.run;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** What the database says about all runs, and whether it contradicts itself. */
record RunFacts(Map<String, String> runs, Map<UUID, List<UUID>> waits, List<String> violations) {
  private static final Sql RUNS =
      Sql.of(
          """
          SELECT r.id::text AS id, r.status
            || (SELECT string_agg(', ' || n.node_id || ' ' || n.status, '' ORDER BY n.place)
              FROM pulse.run_node n WHERE n.run_id = r.id)
            || ' |' || coalesce((SELECT string_agg(' ' || w.signal || '/' || w.node_id || '/'
              || w.status, '' ORDER BY w.id) FROM pulse.wait w WHERE w.run_id = r.id), '') AS text
          FROM pulse.run r
          """);

  private static final Sql ENDS =
      Sql.of(
          """
          SELECT id, status FROM pulse.wait WHERE run_id = :run AND ended_at IS NOT NULL
          ORDER BY ended_at, id
          """);

  private static final Sql WAITS = Sql.of("SELECT run_id, id FROM pulse.wait ORDER BY run_id, id");

  private static final Sql VIOLATIONS =
      Sql.of(
          """
          SELECT 'two pending waits for one name in ' || run_id AS what FROM pulse.wait
          WHERE status = 'pending' GROUP BY run_id, signal HAVING count(*) > 1
          UNION ALL
          SELECT 'a waiting node without a pending wait: ' || n.run_id || ' ' || n.node_id
          FROM pulse.run_node n LEFT JOIN pulse.wait w ON w.id = n.wait_id AND w.status = 'pending'
          WHERE n.status = 'waiting' AND w.id IS NULL
          UNION ALL
          SELECT 'a ready node without a job under way: ' || n.run_id || ' ' || n.node_id
          FROM pulse.run_node n LEFT JOIN pulse.jobs j ON j.id = n.job_id
            AND j.status IN ('PENDING', 'SCHEDULED', 'RUNNING', 'RETRYING')
          WHERE n.status = 'ready' AND j.id IS NULL
          UNION ALL
          SELECT 'a job under way that no node knows: ' || j.id
          FROM pulse.jobs j
          WHERE j.status IN ('PENDING', 'SCHEDULED', 'RUNNING', 'RETRYING') AND NOT EXISTS (
            SELECT FROM pulse.run_node n WHERE n.run_id = j.run_id AND n.node_id = j.node_id
              AND n.job_id = j.id AND n.status = 'ready')
          UNION ALL
          SELECT 'a delivery that woke nobody: ' || w.id
          FROM pulse.wait w JOIN pulse.run_node n ON n.wait_id = w.id WHERE w.status <> 'pending'
          UNION ALL
          SELECT 'a miscount of waits in ' || r.id FROM pulse.run r
          WHERE r.pending_waits <> (SELECT count(*) FROM pulse.wait w
            WHERE w.run_id = r.id AND w.status = 'pending')
          UNION ALL
          SELECT 'a gap in the events of ' || r.id FROM pulse.run r
          WHERE r.events <> (SELECT count(*) FROM pulse.run_event e WHERE e.run_id = r.id)
            OR r.events <> (SELECT max(number) FROM pulse.run_event e WHERE e.run_id = r.id)
          UNION ALL
          SELECT 'unwinding forever: ' || id FROM pulse.run WHERE unwinding
          """);

  /** How a wait ended. */
  record End(UUID id, String status) {}

  /** In the order in which they did. */
  static List<End> ends(Database database, UUID run) {
    return database.call(
        connection ->
            ENDS.on(connection)
                .set("run", run)
                .list(row -> new End(row.uuid("id"), row.text("status"))));
  }

  static RunFacts read(Database database) {
    return database.call(
        connection -> {
          var runs = new TreeMap<String, String>();
          RUNS.on(connection).list(row -> runs.put(row.text("id"), row.text("text")));
          var waits = new HashMap<UUID, List<UUID>>();
          WAITS
              .on(connection)
              .list(
                  row ->
                      waits
                          .computeIfAbsent(row.uuid("run_id"), _ -> new ArrayList<>())
                          .add(row.uuid("id")));
          return new RunFacts(runs, waits, VIOLATIONS.on(connection).list(row -> row.text("what")));
        });
  }
}
