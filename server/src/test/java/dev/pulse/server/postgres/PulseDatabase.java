package dev.pulse.server.postgres;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A fresh, migrated database for a test class, on one Postgres shared by the whole run: the
 * embedded one, or the server {@code TEST_DB_URL} names, or the programs in {@code
 * pulse.test.postgres}. Migrated is the first alone, of which the others are copies.
 */
public final class PulseDatabase implements BeforeAllCallback, AfterAllCallback {
  private static final AtomicInteger number = new AtomicInteger();
  private Database database;
  private String url;

  public Database database() {
    return database;
  }

  public String url() {
    return url;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    String name = Server.name(number.incrementAndGet());
    Server.execute("CREATE DATABASE %s TEMPLATE %s".formatted(name, Server.migrated));
    url = Server.url(name);
    database = Database.open(url, 12);
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    database.close();
    String name = url.replaceFirst(".*//[^/]+/([^?]+).*", "$1");
    Server.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
  }

  /** Started by the first test that needs it, stopped with the JVM. */
  private static final class Server {
    static final String url = start();
    static final String migrated = migrate();

    static String name(int number) {
      return "test_%d_%d".formatted(ProcessHandle.current().pid(), number);
    }

    static String url(String name) {
      return url.replaceFirst("(//[^/]+/)[^?]+", "$1" + name);
    }

    static void execute(String sql) throws SQLException {
      try (var connection = DriverManager.getConnection(url);
          var statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    /** Nobody may be connected to what is copied, so it is closed before it is named. */
    private static String migrate() {
      String name = name(0);
      try {
        execute("CREATE DATABASE " + name);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      try (Database database = Database.open(url(name), 2)) {
        new Migrations(database).apply();
      }
      return name;
    }

    private static String start() {
      String given = System.getenv("TEST_DB_URL");
      if (given != null && !given.isBlank()) {
        return DatabaseUrl.jdbc(given);
      }
      String installed = System.getProperty("pulse.test.postgres", "");
      try {
        Path folder = Files.createTempDirectory("pulse-test-");
        var binaries =
            installed.isBlank()
                ? PostgresBinaries.unpacked(
                    Path.of(System.getProperty("user.home"), ".cache", "pulse"))
                : PostgresBinaries.installed(Path.of(installed));
        // Tests judge truth, not speed: what a crash of the machine would lose does not matter
        // here.
        var server =
            EmbeddedPostgres.start(
                folder, binaries, Map.of("fsync", "off", "max_connections", "200"));
        Runtime.getRuntime()
            .addShutdownHook(
                new Thread(
                    () -> {
                      server.close();
                      try {
                        Folders.delete(folder);
                      } catch (java.io.IOException e) {
                        System.err.println("left behind: " + folder);
                      }
                    }));
        return server.url();
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }
}
