package dev.pulse.server.sling;

import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads tasks, with what follows for each from its dependencies and slings. */
final class TaskLookup {
  static final Sql FIND = Sql.of("SELECT * FROM pulse.tasks WHERE id = :id");

  static final Sql LIST =
      Sql.of(
          """
          SELECT * FROM pulse.tasks t
          WHERE t.number > :after AND (:closed OR t.closed_at IS NULL)
            AND (:project::text IS NULL OR t.project = :project)
            AND (:status::text IS NULL OR t.status = :status)
            AND (:parent::text IS NULL OR t.parent = :parent)
            AND (:label::text IS NULL OR :label = ANY(t.labels))
            AND (NOT :ready OR t.ready)
          ORDER BY t.number LIMIT :limit
          """);

  static final Sql CHILDREN =
      Sql.of(
          "SELECT id, type FROM pulse.task WHERE parent = :parent AND status <> 'closed' ORDER BY"
              + " number");

  private final Database database;

  TaskLookup(Database database) {
    this.database = database;
  }

  Optional<Task> find(String id) {
    return database.call(connection -> find(connection, id));
  }

  static Optional<Task> find(Connection connection, String id) throws SQLException {
    return FIND.on(connection).set("id", id).first(TaskLookup::read);
  }

  static Task require(Connection connection, String id) throws SQLException {
    return find(connection, id).orElseThrow(() -> SlingRefused.noTask(id));
  }

  /** In the order they were made. */
  Page<Task> list(TaskFilter filter, int limit, @Nullable String cursor) {
    record Numbered(long number, Task task) {}
    Rules.page(limit);
    long after = Cursor.read("TASKS", cursor);
    String status = filter.status();
    boolean all = "all".equals(status);
    List<Numbered> found =
        database.call(
            connection ->
                LIST.on(connection)
                    .set("after", after)
                    .set("closed", all || "closed".equals(status))
                    .set("project", filter.project())
                    .set("status", all ? null : status)
                    .set("parent", filter.parent())
                    .set("label", filter.label())
                    .set("ready", filter.ready())
                    .set("limit", (long) limit)
                    .list(row -> new Numbered(row.number("number"), read(row))));
    return new Page<>(
        found.stream().map(Numbered::task).toList(),
        found.size() < limit ? null : Cursor.write("TASKS", found.getLast().number()));
  }

  /** A child of an epic. */
  record Child(String id, boolean isEpic) {}

  /** Those that are not closed, in the order they were made. */
  List<Child> children(String epic) {
    return database.call(
        connection ->
            CHILDREN
                .on(connection)
                .set("parent", epic)
                .list(row -> new Child(row.text("id"), row.text("type").equals("epic"))));
  }

  static Task read(Row row) throws SQLException {
    return new Task(
        row.text("id"),
        row.textOrNull("project"),
        row.text("type"),
        row.text("status"),
        row.text("title"),
        row.text("description"),
        row.textOrNull("parent"),
        row.texts("labels"),
        row.texts("depends_on"),
        row.texts("blocked_by"),
        row.flag("ready"),
        row.uuidOrNull("sling_id"),
        row.textOrNull("sling_state"),
        row.textOrNull("last_failure"),
        row.instant("created_at"),
        row.instant("updated_at"),
        row.instantOrNull("closed_at"),
        row.textOrNull("close_reason"));
  }
}
