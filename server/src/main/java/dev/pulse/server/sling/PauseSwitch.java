package dev.pulse.server.sling;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Stops dispatching (G8). A dispatch holds the lock shared while it commits and a pause takes it
 * alone, so nothing is dispatched once a pause was answered. Cycles only read it.
 */
final class PauseSwitch {
  static final Sql ALONE =
      Sql.of(
          "SELECT pg_advisory_xact_lock(hashtextextended('pulse.scheduler.pause', 7857)) IS NULL");

  static final Sql SHARED =
      Sql.of(
          "SELECT pg_advisory_xact_lock_shared(hashtextextended('pulse.scheduler.pause', 7857)) IS"
              + " NULL");

  static final Sql READ = Sql.of("SELECT * FROM pulse.scheduler_pause");

  /** Who paused first, and why, stays on record. */
  static final Sql PAUSE =
      Sql.of(
          """
          INSERT INTO pulse.scheduler_pause (actor, reason) VALUES (:actor, :reason)
          ON CONFLICT (single) DO NOTHING
          """);

  static final Sql RESUME = Sql.of("DELETE FROM pulse.scheduler_pause");

  private final Database database;

  PauseSwitch(Database database) {
    this.database = database;
  }

  /** A pause that holds. */
  record Pause(String actor, String reason, Instant since) {}

  void pause(String reason, String actor) {
    String why = reason.isBlank() ? "no reason given" : Rules.line("reason", reason, 500);
    database.transact(
        connection -> {
          ALONE.on(connection).list(_ -> true);
          return PAUSE.on(connection).set("actor", actor).set("reason", why).update();
        });
  }

  void resume() {
    database.call(connection -> RESUME.on(connection).update());
  }

  static Optional<Pause> read(Connection connection) throws SQLException {
    return READ.on(connection).first(PauseSwitch::read);
  }

  /** Whether it holds; if not, it does not come before the caller's transaction has ended. */
  static boolean holds(Connection transaction) throws SQLException {
    SHARED.on(transaction).list(_ -> true);
    return read(transaction).isPresent();
  }

  private static Pause read(Row row) throws SQLException {
    return new Pause(row.text("actor"), row.text("reason"), row.instant("since"));
  }
}
