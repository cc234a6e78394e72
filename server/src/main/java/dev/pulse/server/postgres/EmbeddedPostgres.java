package dev.pulse.server.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Postgres that lives in a folder and as long as this process wants it to. The folder holds
 * the data, the password and the log; a lock on it keeps a second process out. What a killed
 * process left running is stopped and started anew, the data being as durable as Postgres is.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgres.class);
  private static final String HALF_MADE = "data.new";
  private static final String USER = "pulse";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final PostgresPrograms programs;
  private final FolderLock lock;
  private final Path data;
  private final Process process;
  private final String url;

  private EmbeddedPostgres(
      PostgresPrograms programs, FolderLock lock, Path data, Process process, String url) {
    this.programs = programs;
    this.lock = lock;
    this.data = data;
    this.process = process;
    this.url = url;
  }

  /** Starts Postgres in {@code folder}, with the data it had there before, if any. */
  public static EmbeddedPostgres start(
      Path folder, PostgresBinaries binaries, Map<String, String> settings) {
    Path absolute = folder.toAbsolutePath();
    try {
      Files.createDirectories(
          absolute,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new PostgresTrouble("cannot create " + absolute + ": " + e.getMessage(), e);
    }
    FolderLock lock = FolderLock.take(absolute);
    try {
      return startLocked(absolute, new PostgresPrograms(binaries, absolute), lock, settings);
    } catch (RuntimeException | IOException | SQLException e) {
      lock.close();
      if (e instanceof PostgresTrouble trouble) {
        throw trouble;
      }
      throw new PostgresTrouble("cannot start Postgres in " + absolute + ": " + e.getMessage(), e);
    }
  }

  private static EmbeddedPostgres startLocked(
      Path folder, PostgresPrograms programs, FolderLock lock, Map<String, String> settings)
      throws IOException, SQLException {
    Path data = folder.resolve("data");
    String password = password(folder);
    sweep(folder);
    if (!Files.exists(data.resolve("PG_VERSION"))) {
      initialise(folder, data, programs);
    }
    programs.refuseOtherVersion(data);
    stopLeftover(data, programs);

    int port = freePort();
    var arguments = new ArrayList<String>(List.of("-D", data.toString()));
    arguments.addAll(List.of("-c", "port=" + port));
    arguments.addAll(List.of("-c", "listen_addresses=127.0.0.1"));
    arguments.addAll(List.of("-c", "unix_socket_directories="));
    settings.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
    Process process = programs.launch("postgres", arguments);
    String url = url(port, "postgres", password);
    try (Connection connection = awaitConnection(process, url, programs)) {
      createDatabase(connection);
    }
    return new EmbeddedPostgres(programs, lock, data, process, url(port, "pulse", password));
  }

  /** The JDBC address of its database, with user and password. */
  public String url() {
    return url;
  }

  /** The process id of the postmaster, for those who want to see it die. */
  public long pid() {
    return process.pid();
  }

  /**
   * As after a crash: every connection is cut at once and Postgres recovers from its log. For those
   * who want to know whether they survive it.
   */
  public void restartImmediately() {
    programs.run(
        "pg_ctl",
        List.of("restart", "--pgdata=" + data, "--mode=immediate", "--wait", "--timeout=60"));
  }

  /** A fast, clean shutdown; the data stays. */
  @Override
  public void close() {
    try {
      stopLeftover(data, programs);
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } finally {
      lock.close();
    }
  }

  private static String url(int port, String database, String password) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&password=%s"
        .formatted(port, database, USER, password);
  }

  private static String password(Path folder) throws IOException {
    Path file = folder.resolve("password");
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    if (Files.size(file) == 0) { // new, or its maker was killed before it wrote
      byte[] random = new byte[18];
      new SecureRandom().nextBytes(random);
      Files.writeString(file, HexFormat.of().formatHex(random));
    }
    return Files.readString(file).strip();
  }

  /**
   * The data folder appears by a rename, so an interrupted first start leaves nothing half made.
   * Each try has a folder of its own: the initdb of a killed one may still be writing to its.
   */
  private static void initialise(Path folder, Path data, PostgresPrograms programs)
      throws IOException {
    Path fresh = Files.createTempDirectory(folder, HALF_MADE);
    programs.run(
        "initdb",
        List.of(
            "--pgdata=" + fresh,
            "--username=" + USER,
            "--pwfile=" + folder.resolve("password"),
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-instructions"));
    Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
  }

  /** What interrupted first starts left; if somebody still writes there, another time. */
  private static void sweep(Path folder) throws IOException {
    try (var left = Files.newDirectoryStream(folder, HALF_MADE + "*")) {
      for (Path each : left) {
        try {
          Folders.delete(each);
        } catch (IOException | UncheckedIOException e) {
          log.debug("{} stays for now: {}", each, e.toString());
        }
      }
    }
  }

  /**
   * We hold the lock, so whoever runs on this data is ours, or was left behind by a killed process.
   */
  private static void stopLeftover(Path data, PostgresPrograms programs) throws IOException {
    Path pidFile = data.resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      return;
    }
    long pid = Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
    boolean postgres =
        ProcessHandle.of(pid)
            .flatMap(handle -> handle.info().command())
            .map(command -> command.endsWith("postgres"))
            .orElse(false);
    if (postgres) {
      log.debug("stopping Postgres (pid {})", pid);
      programs.stop(data);
    } else {
      Files.deleteIfExists(pidFile);
    }
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Connection awaitConnection(
      Process process, String url, PostgresPrograms programs) {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try {
        return DriverManager.getConnection(url);
      } catch (SQLException e) {
        if (!process.isAlive()) {
          throw new PostgresTrouble("Postgres ended at its start: " + programs.lastLogLine(), e);
        }
        if (System.nanoTime() > deadline) {
          process.destroyForcibly();
          throw new PostgresTrouble("Postgres did not answer within " + START_LIMIT, e);
        }
      }
      try {
        process.waitFor(20, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
        throw new PostgresTrouble("interrupted while Postgres was starting", e);
      }
    }
  }

  private static void createDatabase(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      try (var found =
          statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = 'pulse'")) {
        if (found.next()) {
          return;
        }
      }
      statement.execute("CREATE DATABASE pulse");
    }
  }
}
