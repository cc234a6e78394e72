package dev.pulse.server.sling;

import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tasks whose completion is tracked together (G9). Whether a convoy is done follows from its
 * members.
 */
final class Convoys {
  static final String PREFIX = "hq-cv-";

  static final Sql ADD =
      Sql.of(
          """
          INSERT INTO pulse.convoy (id, title, automatic, created_by)
          VALUES (:id, :title, :automatic, :actor) ON CONFLICT DO NOTHING
          """);

  static final Sql JOIN =
      Sql.of(
          """
          INSERT INTO pulse.convoy_member (convoy, task) VALUES (:convoy, :task)
          ON CONFLICT DO NOTHING
          """);

  /** The newest; a convoy with a task that is not closed is not done. */
  static final Sql OF_TASK =
      Sql.of(
          """
          SELECT c.id FROM pulse.convoy_member m JOIN pulse.convoy c ON c.id = m.convoy
          WHERE m.task = :task ORDER BY c.number DESC LIMIT 1
          """);

  static final Sql FIND =
      Sql.of(
          """
          SELECT c.*, m.total, m.closed FROM pulse.convoy c
          CROSS JOIN LATERAL (
            SELECT count(*) AS total, count(*) FILTER (WHERE t.status = 'closed') AS closed
            FROM pulse.convoy_member x JOIN pulse.task t ON t.id = x.task WHERE x.convoy = c.id) m
          WHERE c.id = :id
          """);

  static final Sql MEMBERS =
      Sql.of(
          """
          SELECT t.id, t.title, t.status FROM pulse.convoy_member m
          CROSS JOIN LATERAL (SELECT * FROM pulse.tasks WHERE id = m.task OFFSET 0) t
          WHERE m.convoy = :id ORDER BY t.number
          """);

  static final Sql LIST =
      Sql.of(
          """
          SELECT c.*, m.total, m.closed FROM pulse.convoy c
          CROSS JOIN LATERAL (
            SELECT count(*) AS total, count(*) FILTER (WHERE t.status = 'closed') AS closed
            FROM pulse.convoy_member x JOIN pulse.task t ON t.id = x.task WHERE x.convoy = c.id) m
          WHERE c.number < :before AND (:all OR m.closed < m.total)
          ORDER BY c.number DESC LIMIT :limit
          """);

  private final Database database;
  private final RandomGenerator dice;

  Convoys(Database database, RandomGenerator dice) {
    this.database = database;
    this.dice = dice;
  }

  String newId() {
    return PREFIX + Letters.random(dice, 6);
  }

  Convoy create(String title, List<String> tasks, String actor) {
    Rules.line("title", title, Rules.LONGEST_TITLE);
    if (tasks.isEmpty()) {
      throw SlingRefused.invalid("a convoy has at least one task");
    }
    String id = newId();
    database.transact(
        connection -> {
          add(connection, id, title, false, actor);
          for (String task : tasks) {
            TaskLookup.require(connection, task);
            join(connection, id, task);
          }
          return id;
        });
    return require(id);
  }

  static void add(Connection connection, String id, String title, boolean automatic, String actor)
      throws SQLException {
    ADD.on(connection)
        .set("id", id)
        .set("title", title)
        .set("automatic", automatic)
        .set("actor", actor)
        .update();
  }

  static void join(Connection connection, String convoy, String task) throws SQLException {
    JOIN.on(connection).set("convoy", convoy).set("task", task).update();
  }

  static Optional<String> of(Connection connection, String task) throws SQLException {
    return OF_TASK.on(connection).set("task", task).first(row -> row.text("id"));
  }

  Convoy require(String id) {
    return find(id).orElseThrow(() -> SlingRefused.notFound("there is no convoy " + id));
  }

  Optional<Convoy> find(String id) {
    return database.call(
        connection -> {
          List<Convoy.Member> members =
              MEMBERS
                  .on(connection)
                  .set("id", id)
                  .list(
                      row ->
                          new Convoy.Member(row.text("id"), row.text("title"), row.text("status")));
          return FIND.on(connection).set("id", id).first(row -> read(row, members));
        });
  }

  /** Newest first. */
  Page<Convoy> list(boolean all, int limit, @Nullable String cursor) {
    record Numbered(long number, Convoy convoy) {}
    Rules.page(limit);
    long before = cursor == null ? Long.MAX_VALUE : Cursor.read("CONVOYS", cursor);
    List<Numbered> found =
        database.call(
            connection ->
                LIST.on(connection)
                    .set("before", before)
                    .set("all", all)
                    .set("limit", (long) limit)
                    .list(row -> new Numbered(row.number("number"), read(row, List.of()))));
    return new Page<>(
        found.stream().map(Numbered::convoy).toList(),
        found.size() < limit ? null : Cursor.write("CONVOYS", found.getLast().number()));
  }

  private static Convoy read(Row row, List<Convoy.Member> members) throws SQLException {
    return new Convoy(
        row.text("id"),
        row.text("title"),
        row.flag("automatic"),
        row.count("total"),
        row.count("closed"),
        members,
        row.instant("created_at"),
        row.text("created_by"));
  }
}
