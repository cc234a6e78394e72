package dev.pulse.testing;

import dev.pulse.Pulse;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.EmbeddedPostgres;
import dev.pulse.server.postgres.Migrations;
import dev.pulse.server.postgres.PostgresBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A real server on a real Postgres, for a unit test, in one line:
 *
 * <pre>{@code
 * try (var pulse = EmbeddedPulse.start()) {
 *   pulse.client().worker().handle("greet", …).start();
 *   …
 * }
 * }</pre>
 *
 * Starting takes about two seconds; share one among the tests of a class. Needs Java 25.
 */
public final class EmbeddedPulse implements AutoCloseable {
  /**
   * Short, so that a test of a lost worker is over soon, and not so short that a worker is taken
   * for lost because the machine is busy.
   */
  private static final Duration LEASE = Duration.ofSeconds(8);

  private final Path folder;
  private final EmbeddedPostgres postgres;
  private final Database database;
  private final PulseServer server;
  private final Pulse client;

  private EmbeddedPulse(Path folder) {
    this.folder = folder;
    var cache = Path.of(System.getProperty("user.home"), ".cache", "pulse");
    // A test's data need not survive the machine: without fsync it starts and runs faster.
    this.postgres =
        EmbeddedPostgres.start(folder, PostgresBinaries.unpacked(cache), Map.of("fsync", "off"));
    this.database = Database.open(postgres.url(), 8);
    new Migrations(database).apply();
    this.server = new PulseServer(ServerConfig.local(0).leasing(LEASE), database);
    this.client = Pulse.connect(address());
  }

  /** Starts Postgres, a server and a client connected to it. */
  public static EmbeddedPulse start() {
    try {
      return new EmbeddedPulse(Files.createTempDirectory("pulse-embedded-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client; closed with this. */
  public Pulse client() {
    return client;
  }

  /** For clients of one's own: {@code Pulse.connect(address())}. */
  public String address() {
    return "127.0.0.1:" + server.port();
  }

  /** JDBC address of the database, for tests of {@code pulse.enqueue}. */
  public String databaseUrl() {
    return postgres.url();
  }

  @Override
  public void close() {
    client.close();
    server.close();
    database.close();
    postgres.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
