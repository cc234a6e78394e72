package dev.pulse.testing;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.postgres.EmbeddedPostgres;
import dev.pulse.server.postgres.Migrations;
import dev.pulse.server.postgres.PostgresBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A durable Postgres for servers that are processes, and eyes to look into it. */
final class Cluster implements AutoCloseable {
  private final Path folder;
  private final EmbeddedPostgres postgres;
  private final Database database;

  Cluster() {
    try {
      this.folder = Files.createTempDirectory("pulse-cluster-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.postgres =
        EmbeddedPostgres.start(
            folder,
            PostgresBinaries.unpacked(Path.of(System.getProperty("user.home"), ".cache", "pulse")),
            Map.of("max_connections", "100"));
    this.database = Database.open(postgres.url(), 4);
    new Migrations(database).apply();
  }

  String url() {
    return postgres.url();
  }

  EmbeddedPostgres postgres() {
    return postgres;
  }

  /** A look that finds its connection cut by a restart looks again. */
  long number(String sql) {
    for (int tries = 0; ; tries++) {
      try {
        return look(sql);
      } catch (DatabaseFailure e) {
        if (tries == 20) {
          throw e;
        }
      }
    }
  }

  private long look(String sql) {
    return database.call(
        connection -> {
          try (var statement = connection.createStatement();
              var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
          }
        });
  }

  long completed() {
    return number("SELECT count(*) FROM pulse.finished WHERE status = 'COMPLETED'");
  }

  @Override
  public void close() {
    database.close();
    postgres.close();
  }
}
