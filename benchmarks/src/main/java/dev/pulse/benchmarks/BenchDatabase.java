package dev.pulse.benchmarks;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.EmbeddedPostgres;
import dev.pulse.server.postgres.Migrations;
import dev.pulse.server.postgres.PostgresBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A throw-away Postgres with everything durable, as users run it. */
final class BenchDatabase implements AutoCloseable {
  private final EmbeddedPostgres postgres;
  private final Database database;

  BenchDatabase() {
    try {
      Path folder = Files.createTempDirectory("pulse-bench-");
      var cache = Path.of(System.getProperty("user.home"), ".cache", "pulse");
      this.postgres =
          EmbeddedPostgres.start(
              folder,
              PostgresBinaries.unpacked(cache),
              Map.of("shared_buffers", "512MB", "max_wal_size", "4GB", "max_connections", "200"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.database = Database.open(postgres.url(), 16);
    new Migrations(database).apply();
  }

  Database database() {
    return database;
  }

  String url() {
    return postgres.url();
  }

  /** Bytes of WAL written so far. */
  long wal() {
    return number("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8");
  }

  long number(String sql) {
    return database.call(
        connection -> {
          try (var statement = connection.createStatement();
              var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
          }
        });
  }

  void execute(String sql) {
    database.call(
        connection -> {
          try (var statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
  }

  @Override
  public void close() {
    database.close();
    postgres.close();
  }
}
