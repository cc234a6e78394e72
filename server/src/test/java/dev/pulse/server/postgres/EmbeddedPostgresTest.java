package dev.pulse.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {
  private static final PostgresBinaries binaries =
      PostgresBinaries.unpacked(Path.of(System.getProperty("user.home"), ".cache", "pulse"));

  @TempDir Path folder;

  @Test
  void aSecondStartFindsTheDataOfTheFirst() throws Exception {
    try (var first = start()) {
      run(first, "CREATE TABLE kept AS SELECT 42 AS answer");
    }
    try (var second = start()) {
      assertThat(answer(second)).isEqualTo(42);
    }
  }

  @Test
  void aSecondStartWhileTheFirstRunsIsRefused() {
    try (var first = start()) {
      assertThat(first.pid()).isPositive();
      assertThatThrownBy(this::start)
          .isInstanceOf(PostgresTrouble.class)
          .hasMessageContaining("in use by another pulse (pid " + ProcessHandle.current().pid());
    }
  }

  @Test
  void aKilledPostmasterIsRecovered() throws Exception {
    try (var first = start()) {
      run(first, "CREATE TABLE kept AS SELECT 42 AS answer");
      ProcessHandle postmaster = ProcessHandle.of(first.pid()).orElseThrow();
      postmaster.destroyForcibly();
      postmaster.onExit().get();
      assertThat(folder.resolve("data/postmaster.pid")).exists();
    }
    try (var second = start()) {
      assertThat(answer(second)).isEqualTo(42);
    }
  }

  /** Killed in its first start: its initdb lives on for a while, and the password may be empty. */
  @Test
  void aFirstStartThatWasKilledIsNoHindrance() throws Exception {
    Path orphaned = Files.createDirectories(folder.resolve("data.new"));
    Files.createFile(folder.resolve("password"));
    var done = new AtomicBoolean();
    Thread orphan =
        Thread.startVirtualThread(
            () -> {
              for (int file = 0; !done.get(); file++) {
                try {
                  Files.createDirectories(orphaned);
                  Files.writeString(orphaned.resolve("file-" + file % 1000), "x");
                } catch (IOException e) {
                  Thread.onSpinWait(); // swept away under its hands
                }
              }
            });
    try (var server = start()) {
      run(server, "SELECT 1");
      assertThat(Files.readString(folder.resolve("password"))).hasSize(36);
    } finally {
      done.set(true);
      orphan.join();
    }
  }

  @Test
  void aStaleLockThatNamesSomeOtherProcessIsRecovered() throws Exception {
    start().close();
    // As after a crash and a reboot: the number now belongs to a process that is no Postgres.
    Files.writeString(folder.resolve("data/postmaster.pid"), ProcessHandle.current().pid() + "\n");
    try (var second = start()) {
      run(second, "SELECT 1");
    }
  }

  @Test
  void dataOfAnotherMajorVersionIsRefused() throws Exception {
    start().close();
    Files.writeString(folder.resolve("data/PG_VERSION"), "12\n");
    assertThatThrownBy(this::start)
        .isInstanceOf(PostgresTrouble.class)
        .hasMessageContaining("written by Postgres 12");
  }

  @Test
  void nobodyEntersWithoutThePassword() {
    try (var server = start()) {
      String url = server.url().replaceFirst("password=.*", "password=guess");
      assertThatThrownBy(() -> DriverManager.getConnection(url).close())
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
    }
  }

  private EmbeddedPostgres start() {
    return EmbeddedPostgres.start(folder, binaries, Map.of("fsync", "off"));
  }

  private static void run(EmbeddedPostgres server, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(server.url());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int answer(EmbeddedPostgres server) throws SQLException {
    try (var connection = DriverManager.getConnection(server.url());
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT answer FROM kept")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
