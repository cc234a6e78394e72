package dev.pulse.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.server.job.Arrival;
import dev.pulse.server.postgres.PulseDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What servers on one database tell each other (J13), and that one alone tells nobody. */
class WakeupsTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  private final List<Wakeups> started = new ArrayList<>();

  private Wakeups server() {
    var wakeups = new Wakeups(pulse.database());
    started.add(wakeups);
    return wakeups;
  }

  @AfterEach
  void close() {
    started.forEach(Wakeups::close);
  }

  @Test
  void whatOneAnnouncesTheOtherHears() {
    Wakeups one = server();
    Wakeups other = server();
    Queue<Arrival> heard = new ConcurrentLinkedQueue<>();
    other.onArrival(heard::add);
    one.start();
    other.start();
    one.announce(new Arrival("letters", 1, 2));
    await().atMost(SOON).until(() -> heard.contains(new Arrival("letters", 1, 2)));
  }

  @Test
  void aServerAloneTellsNobodyUntilAnotherJoins() throws SQLException {
    Wakeups first = server();
    first.start();
    await().atMost(SOON).until(first::isAlone);
    try (Connection stranger = pulse.database().dedicated();
        var statement = stranger.createStatement()) {
      statement.execute("LISTEN pulse_ready");
      first.announce(new Arrival("before", 0, 1));
      Wakeups second = server();
      second.start();
      await().atMost(SOON).until(() -> !first.isAlone());
      first.announce(new Arrival("after", 0, 2));
      var heard = new ArrayList<String>();
      await().atMost(SOON).until(() -> heard(stranger, heard).contains("0|2|after"));
      assertThat(heard).as("nothing is told before somebody joins").startsWith("");
      second.close();
      await().atMost(SOON).until(first::isAlone);
    }
  }

  private static List<String> heard(Connection listener, List<String> before) throws SQLException {
    PGNotification[] heard = listener.unwrap(PGConnection.class).getNotifications(100);
    if (heard != null) {
      for (PGNotification notification : heard) {
        before.add(notification.getParameter());
      }
    }
    return before;
  }
}
