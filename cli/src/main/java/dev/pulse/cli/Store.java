package dev.pulse.cli;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.EmbeddedPostgres;
import dev.pulse.server.postgres.Migrations;
import dev.pulse.server.postgres.PostgresBinaries;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The database a command works on: the user's own, or the embedded one of the home. */
final class Store implements AutoCloseable {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "max_connections", "100",
          "shared_buffers", "256MB",
          "max_wal_size", "2GB");

  private final @Nullable EmbeddedPostgres embedded;
  private final Database database;

  private Store(@Nullable EmbeddedPostgres embedded, Database database) {
    this.embedded = embedded;
    this.database = database;
  }

  static Store open(HomeOptions options) {
    String given = options.databaseUrl;
    if (given != null && !given.isBlank()) {
      return new Store(null, Database.open(given, 16));
    }
    var cache = Path.of(System.getProperty("user.home"), ".cache", "pulse");
    var embedded =
        EmbeddedPostgres.start(
            options.home.resolve("postgres"), PostgresBinaries.unpacked(cache), SETTINGS);
    try {
      return new Store(embedded, Database.open(embedded.url(), 16));
    } catch (RuntimeException e) {
      embedded.close();
      throw e;
    }
  }

  Database database() {
    return database;
  }

  int migrate() {
    return new Migrations(database).apply();
  }

  List<String> pendingMigrations() {
    return new Migrations(database).pending();
  }

  @Override
  public void close() {
    database.close();
    if (embedded != null) {
      embedded.close();
    }
  }
}
