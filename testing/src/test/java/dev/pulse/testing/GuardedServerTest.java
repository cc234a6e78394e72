package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Worker;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.auth.Users;
import dev.pulse.server.postgres.Database;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** H3 as the SDK meets it: calls and streams need credentials, and a refusal is not an outage. */
class GuardedServerTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static Cluster cluster;
  private static Database database;
  private static PulseServer server;
  private static String address;

  @BeforeAll
  static void start() {
    cluster = new Cluster();
    database = Database.open(cluster.url(), 4);
    ServerConfig open = ServerConfig.local(0);
    server =
        new PulseServer(
            new ServerConfig(
                open.listening(),
                Users.parse("ann:secret,bob:hunter2"),
                open.tls(),
                open.jobs(),
                open.lease()),
            database);
    address = "127.0.0.1:" + server.port();
  }

  @AfterAll
  static void stop() {
    server.close();
    database.close();
    cluster.close();
  }

  @Test
  void theRightPasswordOpensCallsAndStreams() {
    try (Pulse pulse = Pulse.connect(address, options -> options.userPass("bob", "hunter2"));
        Worker _ = pulse.worker().handle("j", _ -> Outcome.done()).start()) {
      assertThat(pulse.submit("j").await(SOON).status()).isEqualTo(JobStatus.COMPLETED);
    }
  }

  @Test
  void aWrongOrMissingPasswordIsRefusedAtOnceAndSaidClearly() {
    try (Pulse wrong = Pulse.connect(address, options -> options.userPass("ann", "guess"));
        Pulse none = Pulse.connect(address)) {
      for (Pulse pulse : new Pulse[] {wrong, none}) {
        assertThatThrownBy(() -> pulse.submit("j"))
            .isInstanceOfSatisfying(
                PulseException.class,
                e -> assertThat(e.code()).isEqualTo(PulseException.Code.NOT_ALLOWED));
        try (Worker worker = pulse.worker().handle("j", _ -> Outcome.done()).start()) {
          await().atMost(SOON).until(() -> worker.trouble().isPresent());
          assertThat(worker.trouble().orElseThrow().code())
              .isEqualTo(PulseException.Code.NOT_ALLOWED);
        }
      }
    }
  }
}
