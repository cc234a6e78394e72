package dev.pulse.server.sling;

import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads slings and how the scheduler stands; clears and forgets them. */
final class SlingLookup {
  private static final String COLUMNS =
      """
      SELECT s.*, t.title, t.blocked_by FROM pulse.sling s
      CROSS JOIN LATERAL (
        SELECT k.title, CASE WHEN s.blocked THEN (
            SELECT array_agg(b.id ORDER BY b.id) FROM pulse.task_dependency d
            JOIN pulse.task b ON b.id = d.depends_on
            WHERE d.task = k.id AND b.status <> 'closed') END AS blocked_by
        FROM pulse.task k WHERE k.id = s.task OFFSET 0) t
      """;

  static final Sql FIND = Sql.of(COLUMNS + "WHERE s.id = :id");

  /** What is scheduled: oldest first, within a project where one is named. */
  static final Sql OPEN =
      Sql.of(
          COLUMNS
              + """
              WHERE s.closed_at IS NULL AND s.number > :from
                AND (:project::text IS NULL OR s.project = :project)
              ORDER BY s.number LIMIT :limit
              """);

  static final Sql ALL =
      Sql.of(
          COLUMNS
              + """
              WHERE s.number < :from AND (:project::text IS NULL OR s.project = :project)
                AND (:task::text IS NULL OR s.task = :task)
              ORDER BY s.number DESC LIMIT :limit
              """);

  static final Sql QUEUES =
      Sql.of(
          """
          SELECT p.name, o.scheduled, r.ready FROM pulse.project p
          CROSS JOIN LATERAL (SELECT count(*) AS scheduled FROM pulse.sling
            WHERE project = p.name AND closed_at IS NULL) o
          CROSS JOIN LATERAL (SELECT count(*) AS ready FROM pulse.sling
            WHERE project = p.name AND closed_at IS NULL AND NOT blocked) r
          ORDER BY p.name
          """);

  static final Sql LAST =
      Sql.of(
          """
          SELECT c.at, c.reason, c.dispatched, c.failed,
            (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM pulse.turn_seq) AS total
          FROM (SELECT) AS always LEFT JOIN pulse.scheduler_cycle c ON true
          """);

  static final Sql CLEAR =
      Sql.of(
          """
          WITH cleared AS MATERIALIZED (
            SELECT id FROM pulse.sling
            WHERE closed_at IS NULL AND (:task::text IS NULL OR task = :task)
            ORDER BY number FOR UPDATE)
          UPDATE pulse.sling SET closed_at = now(), reason = 'cleared'
          WHERE id = ANY(ARRAY(SELECT id FROM cleared)) AND closed_at IS NULL
          """);

  static final Sql PRUNE =
      Sql.of(
          """
          DELETE FROM pulse.sling WHERE id = ANY(ARRAY(
            SELECT id FROM pulse.sling
            WHERE closed_at < now() - :retention * interval '1 microsecond'
              AND (reason <> 'dispatched'
                OR ended_at < now() - :retention * interval '1 microsecond')
            ORDER BY closed_at LIMIT :chunk))
          """);

  private final Database database;
  private final Configuration configuration;

  SlingLookup(Database database, Configuration configuration) {
    this.database = database;
    this.configuration = configuration;
  }

  Optional<Sling> find(UUID id) {
    return database.call(connection -> FIND.on(connection).set("id", id).first(SlingLookup::read));
  }

  /** Open ones, oldest first. */
  Page<Sling> open(@Nullable String project, int limit, @Nullable String cursor) {
    long from = Cursor.read("SLINGS", cursor);
    return page(
        limit,
        "SLINGS",
        connection -> OPEN.on(connection).set("from", from).set("project", project));
  }

  /** Closed ones too, newest first. */
  Page<Sling> all(
      @Nullable String project, @Nullable String task, int limit, @Nullable String cursor) {
    long from = cursor == null ? Long.MAX_VALUE : Cursor.read("ALL_SLINGS", cursor);
    return page(
        limit,
        "ALL_SLINGS",
        connection ->
            ALL.on(connection).set("from", from).set("project", project).set("task", task));
  }

  private Page<Sling> page(int limit, String list, Database.Work<Sql.Call> asking) {
    record Numbered(long number, Sling sling) {}
    Rules.page(limit);
    List<Numbered> found =
        database.call(
            connection ->
                asking
                    .on(connection)
                    .set("limit", (long) limit)
                    .list(row -> new Numbered(row.number("number"), read(row))));
    return new Page<>(
        found.stream().map(Numbered::sling).toList(),
        found.size() < limit ? null : Cursor.write(list, found.getLast().number()));
  }

  SchedulerStatus status() {
    return database.call(
        connection -> {
          SchedulerConfig config = configuration.read(connection);
          Capacity capacity = Capacity.look(connection);
          Optional<PauseSwitch.Pause> pause = PauseSwitch.read(connection);
          List<SchedulerStatus.Queue> queues =
              QUEUES
                  .on(connection)
                  .list(
                      row ->
                          new SchedulerStatus.Queue(
                              row.text("name"), row.number("scheduled"), row.number("ready")));
          return LAST.on(connection)
              .first(
                  row ->
                      new SchedulerStatus(
                          config.maxAgents(),
                          config.batchSize(),
                          capacity.active(),
                          capacity.running(),
                          capacity.runners(),
                          pause
                              .map(p -> new SchedulerStatus.Pause(p.actor(), p.reason(), p.since()))
                              .orElse(null),
                          last(row),
                          row.number("total"),
                          queues))
              .orElseThrow();
        });
  }

  private static SchedulerStatus.@Nullable LastCycle last(Row row) throws SQLException {
    return row.instantOrNull("at") == null
        ? null
        : new SchedulerStatus.LastCycle(
            row.instant("at"), row.text("reason"), row.count("dispatched"), row.count("failed"));
  }

  int clear(@Nullable String task) {
    return database.call(connection -> CLEAR.on(connection).set("task", task).update());
  }

  int prune(Duration retention, int chunk) {
    return database.call(
        connection ->
            PRUNE.on(connection).set("retention", retention).set("chunk", (long) chunk).update());
  }

  private static Sling read(Row row) throws SQLException {
    String reason = row.textOrNull("reason");
    return new Sling(
        row.uuid("id"),
        row.count("version"),
        row.text("task"),
        row.text("title"),
        row.text("project"),
        reason == null ? "scheduled" : reason,
        new Sling.Terms(
            row.text("agent"),
            row.textOrNull("formula"),
            row.textOrNull("args"),
            JsonText.map(row.text("vars")),
            row.text("merge"),
            row.textOrNull("base_branch"),
            row.flag("no_merge"),
            row.textOrNull("account"),
            row.flag("owned"),
            row.textOrNull("mode")),
        row.instant("enqueued_at"),
        row.text("enqueued_by"),
        row.textOrNull("convoy"),
        row.count("dispatch_failures"),
        row.textOrNull("last_failure"),
        row.texts("blocked_by"),
        row.instantOrNull("closed_at"),
        row.instantOrNull("ended_at"),
        row.textOrNull("outcome"));
  }
}
