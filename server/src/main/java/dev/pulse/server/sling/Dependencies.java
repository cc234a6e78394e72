package dev.pulse.server.sling;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What has to be closed before a task is ready. There is never a circle. */
final class Dependencies {
  /** One at a time: two edges that are harmless alone may close a circle together. */
  static final Sql ALONE =
      Sql.of("SELECT pg_advisory_xact_lock(hashtextextended('pulse.dependency', 7857)) IS NULL");

  static final Sql LEADS_TO =
      Sql.of(
          """
          WITH RECURSIVE reached AS (
            SELECT :start::text COLLATE "C" AS task
            UNION
            SELECT d.depends_on FROM reached r JOIN pulse.task_dependency d ON d.task = r.task)
          SELECT task FROM reached WHERE task = :goal
          """);

  static final Sql ADD =
      Sql.of(
          """
          INSERT INTO pulse.task_dependency (task, depends_on) VALUES (:task, :on)
          ON CONFLICT DO NOTHING
          """);

  static final Sql REMOVE =
      Sql.of("DELETE FROM pulse.task_dependency WHERE task = :task AND depends_on = :on");

  private final Database database;

  Dependencies(Database database) {
    this.database = database;
  }

  Task add(String task, String on) {
    return database.transact(
        connection -> {
          add(connection, task, List.of(on));
          return TaskLookup.require(connection, task);
        });
  }

  static void add(Connection connection, String task, List<String> all) throws SQLException {
    if (all.isEmpty()) {
      return;
    }
    ALONE.on(connection).list(_ -> true);
    Set<String> held = new TreeSet<>(all);
    held.add(task);
    Blocking.hold(connection, held);
    for (String each : held) {
      TaskLookup.require(connection, each);
    }
    for (String on : all) {
      if (leads(connection, on, task)) {
        throw SlingRefused.conflict(
            task.equals(on)
                ? "task %s cannot depend on itself".formatted(task)
                : "task %s cannot depend on %s: %s depends on it already, directly or through others"
                    .formatted(task, on, on));
      }
      ADD.on(connection).set("task", task).set("on", on).update();
    }
    Blocking.settle(connection, List.of(task));
  }

  /** Whether the one depends on the other, through others too. */
  static boolean leads(Connection connection, String start, String goal) throws SQLException {
    return LEADS_TO
        .on(connection)
        .set("start", start)
        .set("goal", goal)
        .first(row -> row.text("task"))
        .isPresent();
  }

  Task remove(String task, String on) {
    return database.transact(
        connection -> {
          Blocking.hold(connection, new TreeSet<>(List.of(task, on)));
          TaskLookup.require(connection, task);
          if (REMOVE.on(connection).set("task", task).set("on", on).update() == 0) {
            throw SlingRefused.notFound("task %s does not depend on %s".formatted(task, on));
          }
          Blocking.settle(connection, List.of(task));
          return TaskLookup.require(connection, task);
        });
  }
}
