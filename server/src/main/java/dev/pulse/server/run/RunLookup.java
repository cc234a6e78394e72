package dev.pulse.server.run;

import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads runs, their waits and their events. */
final class RunLookup {
  static final Sql BY_ID = Sql.of("SELECT * FROM pulse.run WHERE id = :run");

  /** A node is running while a worker has its job. */
  static final Sql NODES =
      Sql.of(
          """
          SELECT n.node_id, n.after, n.signal, n.job_id, n.wait_id, n.finished_at, n.result, n.error,
            w.name AS job_name,
            CASE WHEN n.status = 'ready' AND j.status = 'RUNNING' THEN 'running'
              ELSE n.status END AS status,
            coalesce(j.attempts, 0) AS attempts
          FROM pulse.run_node n
          LEFT JOIN pulse.run_work w ON w.run_id = n.run_id AND w.node_id = n.node_id
          LEFT JOIN LATERAL (SELECT status::text, attempts FROM pulse.jobs
            WHERE id = n.job_id OFFSET 0) j ON true
          WHERE n.run_id = :run ORDER BY n.place
          """);

  static final Sql WAITS =
      Sql.of(
          """
          SELECT w.*, r.name AS run_name FROM pulse.wait w JOIN pulse.run r ON r.id = w.run_id
          WHERE w.run_id = :run ORDER BY w.id
          """);

  static final Sql WAIT =
      Sql.of(
          """
          SELECT w.*, r.name AS run_name FROM pulse.wait w JOIN pulse.run r ON r.id = w.run_id
          WHERE w.id = :wait
          """);

  static final Sql EVENTS =
      Sql.of(
          """
          SELECT * FROM pulse.run_event WHERE run_id = :run AND number > :after
          ORDER BY number LIMIT :limit
          """);

  private final Database database;

  RunLookup(Database database) {
    this.database = database;
  }

  Optional<Run> head(UUID id) {
    return database.call(
        connection ->
            BY_ID.on(connection).set("run", id).first(row -> run(row, List.of(), List.of())));
  }

  Optional<Run> find(UUID id) {
    return database.transact(
        connection -> {
          Optional<Run> head =
              BY_ID.on(connection).set("run", id).first(row -> run(row, List.of(), List.of()));
          if (head.isEmpty()) {
            return head;
          }
          List<Run.Node> nodes = NODES.on(connection).set("run", id).list(RunLookup::node);
          List<Wait> waits = WAITS.on(connection).set("run", id).list(RunLookup::wait);
          Run run = head.get();
          return Optional.of(
              new Run(
                  run.id(),
                  run.name(),
                  run.status(),
                  run.round(),
                  run.events(),
                  run.createdAt(),
                  run.closedAt(),
                  nodes,
                  waits));
        });
  }

  Page<Run> list(RunFilter filter, int limit, @Nullable String cursor) {
    return database.call(connection -> RunListing.runs(connection, filter, limit, cursor));
  }

  Page<Wait> waits(@Nullable WaitStatus status, int limit, @Nullable String cursor) {
    return database.call(connection -> RunListing.waits(connection, status, limit, cursor));
  }

  Optional<Wait> wait(UUID id) {
    return database.call(connection -> WAIT.on(connection).set("wait", id).first(RunLookup::wait));
  }

  List<RunEvent> events(UUID run, int after, int limit) {
    return database.call(
        connection ->
            EVENTS
                .on(connection)
                .set("run", run)
                .set("after", after)
                .set("limit", (long) limit)
                .list(RunLookup::event));
  }

  static Run run(Row row, List<Run.Node> nodes, List<Wait> waits) throws SQLException {
    return new Run(
        row.uuid("id"),
        row.text("name"),
        RunStatus.of(row.text("status")),
        row.count("round"),
        row.count("events"),
        row.instant("created_at"),
        row.instantOrNull("closed_at"),
        nodes,
        waits);
  }

  private static Run.Node node(Row row) throws SQLException {
    return new Run.Node(
        row.text("node_id"),
        NodeStatus.of(row.text("status")),
        row.texts("after"),
        row.textOrNull("signal"),
        row.textOrNull("job_name"),
        row.uuidOrNull("job_id"),
        row.count("attempts"),
        row.uuidOrNull("wait_id"),
        row.instantOrNull("finished_at"),
        row.textOrNull("result"),
        row.textOrNull("error"));
  }

  static Wait wait(Row row) throws SQLException {
    WaitStatus status = WaitStatus.of(row.text("status"));
    return new Wait(
        row.uuid("id"),
        row.uuid("run_id"),
        row.text("run_name"),
        row.textOrNull("node_id"),
        row.text("signal"),
        status,
        row.textOrNull("question"),
        row.instant("created_at"),
        row.instantOrNull("expires_at"),
        row.instantOrNull("ended_at"),
        status == WaitStatus.DELIVERED
            ? new Wait.Receipt(
                row.text("delivered_by"),
                row.text("via"),
                row.textOrNull("payload"),
                row.textOrNull("payload_sha256"))
            : null);
  }

  private static RunEvent event(Row row) throws SQLException {
    return new RunEvent(
        row.uuid("run_id"),
        row.count("number"),
        row.instant("at"),
        row.text("type"),
        row.textOrNull("node_id"),
        row.uuidOrNull("job_id"),
        row.uuidOrNull("wait_id"),
        row.textOrNull("signal"),
        row.textOrNull("message"));
  }
}
