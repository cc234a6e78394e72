package dev.pulse.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.pulse.server.postgres.EmbeddedPostgres;
import dev.pulse.server.postgres.PostgresBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** The one Postgres they all meet on, everything durable; each has a database of its own. */
final class Arena implements AutoCloseable {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "shared_buffers", "512MB",
          "max_wal_size", "8GB",
          "max_connections", "600",
          "shared_preload_libraries", "pg_stat_statements",
          "pg_stat_statements.track_utility", "off");

  private final Path folder;
  private final EmbeddedPostgres postgres;
  private final Connection observer;

  Arena() throws SQLException {
    try {
      this.folder = Files.createTempDirectory("pulse-bench-");
      var cache = Path.of(System.getProperty("user.home"), ".cache", "pulse");
      this.postgres = EmbeddedPostgres.start(folder, PostgresBinaries.unpacked(cache), SETTINGS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.observer = DriverManager.getConnection(postgres.url());
    execute("CREATE EXTENSION pg_stat_statements");
  }

  /** Makes a database; answers its JDBC address. */
  String database(String name) throws SQLException {
    execute("CREATE DATABASE " + name);
    return postgres.url().replace("/pulse?", "/" + name + "?");
  }

  /** The same address as programs outside the JVM write it. */
  static String url(String jdbc) {
    String[] parts = jdbc.replace("jdbc:postgresql://", "").split("[?&]", -1);
    return "postgres://%s:%s@%s"
        .formatted(parts[1].replace("user=", ""), parts[2].replace("password=", ""), parts[0]);
  }

  static HikariDataSource pool(String jdbc, int connections) {
    var config = new HikariConfig();
    config.setJdbcUrl(jdbc);
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }

  /** A transaction that sees the world as it is now for as long as it is open. */
  Connection snapshot(String jdbc) throws SQLException {
    Connection connection = DriverManager.getConnection(jdbc);
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (var statement = connection.createStatement()) {
      statement.execute("SELECT 1");
      // Its own number too: some versions of Postgres look at that alone.
      statement.execute("SELECT pg_current_xact_id()");
    }
    return connection;
  }

  void execute(String sql) throws SQLException {
    try (var statement = observer.createStatement()) {
      statement.execute(sql);
    }
  }

  long number(String sql) throws SQLException {
    try (var statement = observer.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  String text(String sql) throws SQLException {
    try (var statement = observer.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** What the one before left to do is done before the next begins. */
  void settle() throws SQLException {
    execute("CHECKPOINT");
  }

  long pid() {
    return postgres.pid();
  }

  @Override
  public void close() throws SQLException {
    observer.close();
    postgres.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
