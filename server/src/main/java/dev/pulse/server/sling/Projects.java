package dev.pulse.server.sling;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Where tasks belong. An id has one project at most: no prefix begins with another one. */
final class Projects {
  static final Sql LIST = Sql.of("SELECT * FROM pulse.project ORDER BY name");

  static final Sql FIND = Sql.of("SELECT * FROM pulse.project WHERE name = :name");

  static final Sql OF_TASK =
      Sql.of("SELECT * FROM pulse.project WHERE :task LIKE prefix || '-%' LIMIT 1");

  /** One at a time, so that two cannot take prefixes that overlap. */
  static final Sql ALONE =
      Sql.of("SELECT pg_advisory_xact_lock(hashtextextended('pulse.project', 7857)) IS NULL");

  static final Sql OVERLAPPING =
      Sql.of(
          """
          SELECT * FROM pulse.project
          WHERE name = :name OR prefix || '-' LIKE :prefix || '-%' OR :prefix || '-' LIKE prefix || '-%'
          LIMIT 1
          """);

  static final Sql ADD =
      Sql.of(
          """
          INSERT INTO pulse.project (name, prefix, repository, agent, base_branch, mr_command)
          VALUES (:name, :prefix, :repository, :agent, :base_branch, :mr_command)
          """);

  static final Sql EDIT =
      Sql.of(
          """
          UPDATE pulse.project SET repository = :repository, agent = :agent,
            base_branch = :base_branch, mr_command = :mr_command, updated_at = now()
          WHERE name = :name AND prefix = :prefix
          """);

  static final Sql USED =
      Sql.of(
          """
          SELECT t.id FROM pulse.task t
          WHERE t.id >= :prefix || '-' AND t.id < :prefix || '.' AND t.status <> 'closed'
          UNION ALL
          SELECT s.task FROM pulse.sling s WHERE s.project = :name AND s.closed_at IS NULL
          LIMIT 1
          """);

  static final Sql REMOVE = Sql.of("DELETE FROM pulse.project WHERE name = :name");

  private final Database database;

  Projects(Database database) {
    this.database = database;
  }

  Project add(Project project) {
    return database.transact(
        connection -> {
          ALONE.on(connection).list(_ -> true);
          OVERLAPPING
              .on(connection)
              .set("name", project.name())
              .set("prefix", project.prefix())
              .first(Projects::read)
              .ifPresent(
                  other -> {
                    throw SlingRefused.conflict(
                        other.name().equals(project.name())
                            ? "there is a project %s already".formatted(other.name())
                            : "prefix %s and project %s's prefix %s cannot be told apart"
                                .formatted(project.prefix(), other.name(), other.prefix()));
                  });
          bound(ADD, connection, project).update();
          return project;
        });
  }

  Project edit(Project project) {
    if (database.call(connection -> bound(EDIT, connection, project).update()) == 0) {
      require(project.name());
      throw SlingRefused.conflict("the prefix of a project stays: its tasks' ids begin with it");
    }
    return require(project.name());
  }

  Project remove(String name) {
    return database.transact(
        connection -> {
          ALONE.on(connection).list(_ -> true);
          Project project = find(connection, name).orElseThrow(() -> SlingRefused.noProject(name));
          USED.on(connection)
              .set("name", name)
              .set("prefix", project.prefix())
              .first(row -> row.text("id"))
              .ifPresent(
                  task -> {
                    throw SlingRefused.conflict(
                        "project %s has tasks that are not closed, as %s".formatted(name, task));
                  });
          REMOVE.on(connection).set("name", name).update();
          return project;
        });
  }

  List<Project> list() {
    return database.call(connection -> LIST.on(connection).list(Projects::read));
  }

  Project require(String name) {
    return database
        .call(connection -> find(connection, name))
        .orElseThrow(() -> SlingRefused.noProject(name));
  }

  static Optional<Project> find(Connection connection, String name) throws SQLException {
    return FIND.on(connection).set("name", name).first(Projects::read);
  }

  /** The one whose prefix the id has. */
  static Optional<Project> of(Connection connection, String task) throws SQLException {
    return OF_TASK.on(connection).set("task", task).first(Projects::read);
  }

  private static Sql.Call bound(Sql sql, Connection connection, Project project)
      throws SQLException {
    return sql.on(connection)
        .set("name", project.name())
        .set("prefix", project.prefix())
        .set("repository", project.repository())
        .set("agent", project.agent())
        .set("base_branch", project.baseBranch())
        .set("mr_command", project.mrCommand());
  }

  private static Project read(Row row) throws SQLException {
    return new Project(
        row.text("name"),
        row.text("prefix"),
        row.text("repository"),
        row.textOrNull("agent"),
        row.text("base_branch"),
        row.textOrNull("mr_command"));
  }
}
