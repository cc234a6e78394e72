package dev.pulse.server.sling;

import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tasks in and out as JSON lines. An import is one transaction, and doing it again changes nothing.
 */
final class Interchange {
  /** A row that says the same already is not touched. */
  static final Sql PUT =
      Sql.of(
          """
          INSERT INTO pulse.task AS t (id, type, status, created_at, closed_at, close_reason, parent,
            labels, title, description)
          VALUES (:id, :type, :status, coalesce(:created_at::timestamptz, now()),
            CASE WHEN :status = 'closed' THEN coalesce(:closed_at::timestamptz, now()) END,
            :close_reason, :parent, :labels, :title, :description)
          ON CONFLICT (id) DO UPDATE SET type = excluded.type, status = excluded.status,
            closed_at = CASE WHEN excluded.status = 'closed'
              THEN coalesce(t.closed_at, excluded.closed_at) END,
            close_reason = excluded.close_reason, parent = excluded.parent,
            labels = excluded.labels, title = excluded.title, description = excluded.description,
            updated_at = now()
          WHERE (t.type, t.status, t.parent, t.labels, t.title, t.description, t.close_reason)
            IS DISTINCT FROM (excluded.type, excluded.status, excluded.parent, excluded.labels,
              excluded.title, excluded.description, excluded.close_reason)
          RETURNING t.xmax = 0 AS added
          """);

  static final Sql KNOWN = Sql.of("SELECT id FROM pulse.task WHERE id = ANY(:ids)");

  static final Sql DROP =
      Sql.of(
          """
          DELETE FROM pulse.task_dependency WHERE task = :task AND depends_on <> ALL(:on)
          """);

  static final Sql EXPORT =
      Sql.of(
          """
          SELECT * FROM pulse.tasks t
          WHERE t.id > :after AND (:project::text IS NULL OR t.project = :project)
          ORDER BY t.id LIMIT :limit
          """);

  private static final int PAGE = 200;

  private final Database database;

  Interchange(Database database) {
    this.database = database;
  }

  Imported take(String lines) {
    Map<String, TaskLine> tasks = read(lines);
    return database.transact(connection -> take(connection, tasks));
  }

  private static Map<String, TaskLine> read(String text) {
    var tasks = new LinkedHashMap<String, TaskLine>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (!line.isBlank()) {
        Optional<TaskLine> task = TaskLine.read(number, line);
        if (task.isPresent() && tasks.put(task.get().id(), task.get()) != null) {
          throw SlingRefused.invalid(
              "line %d: task %s comes twice".formatted(number, task.get().id()));
        }
      }
    }
    return tasks;
  }

  private static Imported take(Connection connection, Map<String, TaskLine> tasks)
      throws SQLException {
    Dependencies.ALONE.on(connection).list(_ -> true);
    var all = new TreeSet<>(tasks.keySet());
    Blocking.hold(connection, all);
    Set<String> known = known(connection, tasks);
    var warnings = new ArrayList<String>();
    var added = new HashSet<String>();
    var changed = new HashSet<String>();
    for (TaskLine task : tasks.values()) {
      String parent = task.parent();
      if (parent != null && !known.contains(parent)) {
        warnings.add("%s: there is no task %s to be its parent".formatted(task.id(), parent));
        parent = null;
      }
      put(connection, task, parent).ifPresent(isNew -> (isNew ? added : changed).add(task.id()));
    }
    for (TaskLine task : tasks.values()) {
      if (connect(connection, task, known, warnings) && !added.contains(task.id())) {
        changed.add(task.id());
      }
    }
    warnOfPrefixes(connection, all, warnings);
    settle(connection, tasks);
    int same = tasks.size() - added.size() - changed.size();
    return new Imported(added.size(), changed.size(), same, List.copyOf(warnings));
  }

  /** What the file and the board together know. */
  private static Set<String> known(Connection connection, Map<String, TaskLine> tasks)
      throws SQLException {
    var named = new TreeSet<String>();
    for (TaskLine task : tasks.values()) {
      named.addAll(task.dependsOn());
      if (task.parent() != null) {
        named.add(task.parent());
      }
    }
    var known = new HashSet<>(tasks.keySet());
    known.addAll(
        KNOWN.on(connection).set("ids", named.toArray(String[]::new)).list(row -> row.text("id")));
    return known;
  }

  private static Optional<Boolean> put(
      Connection connection, TaskLine task, @Nullable String parent) throws SQLException {
    return PUT.on(connection)
        .set("id", task.id())
        .set("type", task.type())
        .set("status", task.status())
        .set("created_at", task.createdAt())
        .set("closed_at", task.closedAt())
        .set("close_reason", task.closeReason())
        .set("parent", parent)
        .set("labels", task.labels().toArray(String[]::new))
        .set("title", task.title())
        .set("description", task.description())
        .first(row -> row.flag("added"));
  }

  /** Whether that changed anything. */
  private static boolean connect(
      Connection connection, TaskLine task, Set<String> known, List<String> warnings)
      throws SQLException {
    var on = new ArrayList<>(task.dependsOn());
    for (String each : task.dependsOn()) {
      if (!known.contains(each)) {
        warnings.add("%s: there is no task %s to depend on".formatted(task.id(), each));
        on.remove(each);
      }
    }
    int changes =
        DROP.on(connection).set("task", task.id()).set("on", on.toArray(String[]::new)).update();
    for (String each : on) {
      if (Dependencies.leads(connection, each, task.id())) {
        throw SlingRefused.conflict(
            "task %s cannot depend on %s: that would close a circle".formatted(task.id(), each));
      }
      changes += Dependencies.ADD.on(connection).set("task", task.id()).set("on", each).update();
    }
    return changes > 0;
  }

  private static void warnOfPrefixes(
      Connection connection, Set<String> tasks, List<String> warnings) throws SQLException {
    var told = new HashSet<String>();
    for (String task : tasks) {
      String prefix = task.substring(0, task.lastIndexOf('-'));
      if (told.add(prefix)
          && !task.startsWith(Rules.COORDINATION)
          && Projects.of(connection, task).isEmpty()) {
        warnings.add("%s: no project has its prefix %s".formatted(task, prefix));
      }
    }
  }

  private static void settle(Connection connection, Map<String, TaskLine> tasks)
      throws SQLException {
    List<String> closed =
        tasks.values().stream()
            .filter(task -> task.status().equals("closed"))
            .map(TaskLine::id)
            .toList();
    Blocking.closed(connection, closed);
    Blocking.changed(connection, tasks.keySet());
    Blocking.settle(connection, tasks.keySet());
  }

  /** By id. */
  Page<String> export(@Nullable String project, @Nullable String after) {
    List<Task> page =
        database.call(
            connection ->
                EXPORT
                    .on(connection)
                    .set("after", after == null ? "" : after)
                    .set("project", project)
                    .set("limit", (long) PAGE)
                    .list(TaskLookup::read));
    return new Page<>(
        page.stream().map(TaskLine::write).toList(),
        page.size() < PAGE ? null : page.getLast().id());
  }
}
