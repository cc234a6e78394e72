package dev.pulse.server.sling;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Tasks as people make, change and close them. */
final class TaskShelf {
  static final Sql ADD =
      Sql.of(
          """
          INSERT INTO pulse.task (id, type, status, parent, labels, title, description, request)
          VALUES (:id, :type, 'open', :parent, :labels, :title, :description, :request)
          ON CONFLICT (id) DO NOTHING
          """);

  static final Sql MADE = Sql.of("SELECT id FROM pulse.task WHERE request = :request");

  static final Sql EDIT =
      Sql.of(
          """
          UPDATE pulse.task SET title = coalesce(:title::text, title),
            description = coalesce(:description::text, description),
            status = coalesce(:status::text, status), labels = coalesce(:labels::text[], labels),
            parent = CASE WHEN :parent::text IS NULL THEN parent ELSE nullif(:parent, '') END,
            updated_at = now()
          WHERE id = :id
          """);

  static final Sql CLOSE =
      Sql.of(
          """
          UPDATE pulse.task
          SET status = 'closed', closed_at = now(), close_reason = :reason, updated_at = now()
          WHERE id = :id AND status <> 'closed'
          """);

  static final Sql REOPEN =
      Sql.of(
          """
          UPDATE pulse.task
          SET status = 'open', closed_at = NULL, close_reason = NULL, updated_at = now()
          WHERE id = :id AND status = 'closed'
          """);

  static final Sql ANCESTOR =
      Sql.of(
          """
          WITH RECURSIVE above AS (
            SELECT :start::text COLLATE "C" AS id
            UNION
            SELECT t.parent FROM above a JOIN pulse.task t ON t.id = a.id WHERE t.parent IS NOT NULL)
          SELECT id FROM above WHERE id = :goal
          """);

  private static final int TRIES_PER_LENGTH = 10;
  private static final int LONGEST_RANDOM = 8;

  private final Database database;
  private final RandomGenerator dice;

  TaskShelf(Database database, RandomGenerator dice) {
    this.database = database;
    this.dice = dice;
  }

  /** An id that is there already is answered as it is: the same add came twice. */
  Task add(NewTask task) {
    return database.transact(
        connection -> {
          Optional<String> before =
              task.request() == null
                  ? Optional.empty()
                  : MADE.on(connection).set("request", task.request()).first(row -> row.text("id"));
          if (before.isPresent()) {
            return TaskLookup.require(connection, before.get());
          }
          Optional<Project> project = project(connection, task);
          String parent = task.parent();
          if (parent != null) {
            TaskLookup.require(connection, parent);
          }
          String id = insert(connection, task, project.orElse(null));
          Dependencies.add(connection, id, task.dependsOn());
          return TaskLookup.require(connection, id);
        });
  }

  /** The project that was named, and whether a given id fits it; coordination has none. */
  private static Optional<Project> project(Connection connection, NewTask task)
      throws SQLException {
    String name = task.project();
    String id = task.id();
    Optional<Project> named = Optional.empty();
    if (name != null) {
      named = Projects.find(connection, name);
      if (named.isEmpty()) {
        throw SlingRefused.noProject(name);
      }
    }
    if (id != null && !id.startsWith(Rules.COORDINATION)) {
      Project own =
          Projects.of(connection, id)
              .orElseThrow(() -> SlingRefused.notFound("no project has the prefix of " + id));
      if (named.isPresent() && !named.get().equals(own)) {
        throw SlingRefused.invalid(
            "task %s belongs to project %s by its prefix, not to %s"
                .formatted(id, own.name(), name));
      }
    }
    return named;
  }

  private String insert(Connection connection, NewTask task, @Nullable Project project)
      throws SQLException {
    String given = task.id();
    if (given != null) {
      insert(connection, given, task);
      return given;
    }
    if (project == null) {
      throw SlingRefused.invalid("a new task needs a project, or an id with a project's prefix");
    }
    for (int length = 3; length <= LONGEST_RANDOM; length++) {
      for (int tries = 0; tries < TRIES_PER_LENGTH; tries++) {
        String id = project.prefix() + "-" + Letters.random(dice, length);
        if (insert(connection, id, task)) {
          return id;
        }
      }
    }
    throw new IllegalStateException("no free id with prefix " + project.prefix());
  }

  private static boolean insert(Connection connection, String id, NewTask task)
      throws SQLException {
    return ADD.on(connection)
            .set("id", id)
            .set("type", task.type())
            .set("parent", task.parent())
            .set("labels", task.labels().toArray(String[]::new))
            .set("title", task.title())
            .set("description", task.description())
            .set("request", task.request())
            .update()
        == 1;
  }

  Task edit(String id, TaskChange change) {
    return database.transact(
        connection -> {
          Blocking.hold(connection, List.of(id));
          Task was = TaskLookup.require(connection, id);
          if (was.isClosed() && change.status() != null) {
            throw SlingRefused.conflict("task %s is closed; reopen it first".formatted(id));
          }
          String parent = change.parent();
          if (parent != null && !parent.isEmpty()) {
            checkParent(connection, id, parent);
          }
          List<String> labels = change.labels();
          EDIT.on(connection)
              .set("id", id)
              .set("title", change.title())
              .set("description", change.description())
              .set("status", change.status())
              .set("labels", labels == null ? null : labels.toArray(String[]::new))
              .set("parent", parent)
              .update();
          return TaskLookup.require(connection, id);
        });
  }

  private static void checkParent(Connection connection, String id, String parent)
      throws SQLException {
    TaskLookup.require(connection, parent);
    if (ANCESTOR
        .on(connection)
        .set("start", parent)
        .set("goal", id)
        .first(row -> row.text("id"))
        .isPresent()) {
      throw SlingRefused.conflict("task %s is above %s already".formatted(id, parent));
    }
  }

  Task close(String id, String reason) {
    String why = Rules.text("reason", reason);
    return database.transact(
        connection -> {
          if (CLOSE.on(connection).set("id", id).set("reason", why).update() > 0) {
            Blocking.closed(connection, List.of(id));
          }
          return TaskLookup.require(connection, id);
        });
  }

  Task reopen(String id) {
    return database.transact(
        connection -> {
          if (REOPEN.on(connection).set("id", id).update() > 0) {
            Blocking.changed(connection, List.of(id));
          }
          return TaskLookup.require(connection, id);
        });
  }
}
