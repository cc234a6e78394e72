package dev.pulse.server.sling;

import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/**
 * Keeps {@code sling.blocked} true to the dependencies, so that a cycle finds what is ready in an
 * index however much is not. Whoever calls holds the rows of the tasks that changed, taken in the
 * order of their ids; a new sling takes its task's and those it depends on the same way. So of two
 * that change something about one sling, the second sees what the first one did.
 */
final class Blocking {
  /** In id order: one lock order for everybody. Locked, not written. */
  static final Sql HOLD =
      Sql.of(
          """
          SELECT id FROM pulse.task WHERE id = ANY(:tasks) ORDER BY id FOR NO KEY UPDATE
          """);

  static final Sql DEPENDENTS =
      Sql.of("SELECT DISTINCT task FROM pulse.task_dependency WHERE depends_on = ANY(:tasks)");

  /**
   * A statement of its own: what is computed next must have a snapshot younger than these locks.
   */
  static final Sql LOCK =
      Sql.of(
          """
          SELECT number FROM pulse.sling WHERE task = ANY(:tasks) AND closed_at IS NULL
          ORDER BY number FOR UPDATE
          """);

  static final Sql SETTLE =
      Sql.of(
          """
          WITH found AS MATERIALIZED (
            SELECT s.id, s.blocked, EXISTS (
              SELECT FROM pulse.task_dependency d
              CROSS JOIN LATERAL (SELECT status FROM pulse.task WHERE id = d.depends_on OFFSET 0) t
              WHERE d.task = s.task AND t.status <> 'closed') AS is_blocked
            FROM pulse.sling s WHERE s.task = ANY(:tasks) AND s.closed_at IS NULL)
          UPDATE pulse.sling SET blocked = NOT blocked
          WHERE id = ANY(ARRAY(SELECT id FROM found WHERE blocked <> is_blocked))
          """);

  /** What is done already need not be dispatched. */
  static final Sql VOID =
      Sql.of(
          """
          UPDATE pulse.sling SET closed_at = now(), reason = 'invalid', last_failure = :why
          WHERE task = ANY(:tasks) AND closed_at IS NULL
          """);

  private Blocking() {}

  static void hold(Connection connection, Collection<String> tasks) throws SQLException {
    HOLD.on(connection).set("tasks", tasks.toArray(String[]::new)).list(_ -> true);
  }

  /** Of these tasks, dependencies were added or removed. */
  static void settle(Connection connection, Collection<String> tasks) throws SQLException {
    if (!tasks.isEmpty()) {
      String[] names = tasks.toArray(String[]::new);
      LOCK.on(connection).set("tasks", names).list(_ -> true);
      SETTLE.on(connection).set("tasks", names).update();
    }
  }

  /** These tasks were closed or opened. */
  static void changed(Connection connection, Collection<String> tasks) throws SQLException {
    settle(
        connection,
        DEPENDENTS
            .on(connection)
            .set("tasks", tasks.toArray(String[]::new))
            .list(row -> row.text("task")));
  }

  /** These tasks were closed. */
  static void closed(Connection connection, Collection<String> tasks) throws SQLException {
    String[] names = tasks.toArray(String[]::new);
    LOCK.on(connection).set("tasks", names).list(_ -> true);
    VOID.on(connection).set("tasks", names).set("why", "its task was closed").update();
    changed(connection, tasks);
  }
}
