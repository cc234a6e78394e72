package dev.pulse.server.postgres;

import java.util.Arrays;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;

/** Brings the schema {@code pulse} up to date; any number of servers may do so at once. */
public final class Migrations {
  private final Flyway flyway;

  public Migrations(Database database) {
    this.flyway =
        Flyway.configure()
            .dataSource(database.source())
            .schemas("pulse")
            .createSchemas(true)
            .locations("classpath:dev/pulse/server/migrations")
            // A lock in the database, not in a transaction: works for any number of servers.
            .configuration(java.util.Map.of("flyway.postgresql.transactional.lock", "false"))
            .load();
  }

  /** What would be done, in order. */
  public List<String> pending() {
    refuseNewer();
    return Arrays.stream(flyway.info().pending()).map(Migrations::described).toList();
  }

  /** Does it; answers how many steps it took. */
  public int apply() {
    refuseNewer();
    try {
      return flyway.migrate().migrationsExecuted;
    } catch (FlywayException e) {
      throw new PostgresTrouble("cannot bring the database up to date: " + e.getMessage(), e);
    }
  }

  /**
   * A newer pulse has changed the tables: running older statements on them could break its work.
   */
  private void refuseNewer() {
    for (MigrationInfo migration : flyway.info().all()) {
      if (migration.getState() == MigrationState.FUTURE_SUCCESS
          || migration.getState() == MigrationState.FUTURE_FAILED) {
        throw new PostgresTrouble(
            "the database is newer than this pulse (it has step "
                + described(migration)
                + "): update pulse");
      }
    }
  }

  private static String described(MigrationInfo migration) {
    return migration.getVersion() + " " + migration.getDescription();
  }
}
