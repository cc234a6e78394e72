package dev.pulse.server.dispatch;

import dev.pulse.server.job.Arrival;
import dev.pulse.server.job.Lease;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What servers tell each other: which topic has a job for whoever has a free slot, and which lease
 * was broken. Coalesced and outside any transaction that matters; losing one costs who is idle half
 * a second, no more. A server that knows itself alone keeps it to itself, a NOTIFY is a commit of
 * its own; what it kept while somebody was joining it tells as soon as it knows.
 */
final class Wakeups implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Wakeups.class);
  private static final String READY = "pulse_ready";
  private static final String CANCEL = "pulse_cancel";

  /** What a server says when it begins to listen: from now on there is somebody to tell. */
  private static final String JOINED = "";

  private static final Duration APART = Duration.ofMillis(10);
  private static final long START_SECONDS = 3;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** Whoever listens bears this name, so that listeners can be counted. */
  private static final String LISTENER = "pulse wake-ups";

  private static final String COUNT_LISTENERS =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = '%s'
      """
          .formatted(LISTENER);

  static final Sql NOTIFY =
      Sql.of(
          """
          SELECT pg_notify(g.channel, g.payload)
          FROM unnest(:channels::text[], :payloads::text[]) AS g(channel, payload)
          """);

  private final Database database;
  private final ConcurrentMap<String, Arrival> pendingArrivals = new ConcurrentHashMap<>();
  private final ConcurrentMap<Lease, Boolean> pendingCancels = new ConcurrentHashMap<>();
  private final Semaphore pending = new Semaphore(0);
  private final CountDownLatch listening = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private volatile Consumer<Arrival> onArrival = _ -> {};
  private volatile Consumer<Lease> onCancel = _ -> {};
  private volatile boolean alone;
  private volatile boolean closed;

  Wakeups(Database database) {
    this.database = database;
  }

  /** Begins to tell and to listen; returns when it hears, so that nothing told later is missed. */
  void start() {
    threads.add(Thread.ofVirtual().name("wakeups-tell").start(this::tell));
    threads.add(Thread.ofPlatform().daemon().name("wakeups-listen").start(this::listen));
    try {
      if (!listening.await(START_SECONDS, TimeUnit.SECONDS)) {
        log.warn("not listening for wake-ups yet; jobs from other servers wait for the poll");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void onArrival(Consumer<Arrival> listener) {
    onArrival = listener;
  }

  void onCancel(Consumer<Lease> listener) {
    onCancel = listener;
  }

  /** Whether nobody would hear: this is the only server on its database. */
  boolean isAlone() {
    return alone;
  }

  void announce(Arrival arrival) {
    pendingArrivals.merge(
        arrival.queue(), arrival, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    tellUnlessAlone();
  }

  void cancel(Lease lease) {
    pendingCancels.put(lease, true);
    tellUnlessAlone();
  }

  private void tellUnlessAlone() {
    if (!alone) {
      pending.release();
    }
  }

  @Override
  public void close() {
    closed = true;
    pending.release();
    threads.forEach(Thread::interrupt);
  }

  /** The first is told at once; what comes soon after it waits, and one NOTIFY serves it all. */
  private void tell() {
    long last = System.nanoTime() - APART.toNanos();
    try {
      while (!closed) {
        pending.acquire();
        TimeUnit.NANOSECONDS.sleep(APART.toNanos() - (System.nanoTime() - last));
        pending.drainPermits();
        send();
        last = System.nanoTime();
      }
    } catch (InterruptedException e) {
      log.debug("wake-ups end");
    }
  }

  private void send() {
    var channels = new ArrayList<String>();
    var payloads = new ArrayList<String>();
    for (Arrival arrival : takeArrivals()) {
      channels.add(READY);
      payloads.add(arrival.lane() + "|" + arrival.seq() + "|" + arrival.queue());
    }
    for (Lease lease : takeCancels()) {
      channels.add(CANCEL);
      payloads.add(lease.job() + "|" + lease.worker() + "|" + lease.fence());
    }
    if (channels.isEmpty()) {
      return;
    }
    try {
      database.call(
          connection ->
              NOTIFY
                  .on(connection)
                  .set("channels", channels.toArray(String[]::new))
                  .set("payloads", payloads.toArray(String[]::new))
                  .list(_ -> true));
    } catch (RuntimeException e) {
      log.debug("wake-up not sent: {}", e.getMessage());
    }
  }

  private List<Arrival> takeArrivals() {
    var taken = new ArrayList<Arrival>();
    for (String queue : pendingArrivals.keySet()) {
      Arrival arrival = pendingArrivals.remove(queue);
      if (arrival != null) {
        taken.add(arrival);
      }
    }
    return taken;
  }

  private List<Lease> takeCancels() {
    var taken = new ArrayList<Lease>();
    for (Lease lease : pendingCancels.keySet()) {
      if (pendingCancels.remove(lease) != null) {
        taken.add(lease);
      }
    }
    return taken;
  }

  private void listen() {
    while (!closed) {
      try (Connection connection = database.dedicated()) {
        listenOn(connection);
      } catch (SQLException e) {
        alone = false;
        if (!closed) {
          log.debug("listening again soon: {}", e.getMessage());
          pause(Duration.ofMillis(500));
        }
      }
    }
  }

  private void listenOn(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET application_name = '" + LISTENER + "'");
      statement.execute("LISTEN " + READY);
      statement.execute("LISTEN " + CANCEL);
    }
    boolean carried = probe(connection);
    listening.countDown();
    var postgres = connection.unwrap(PGConnection.class);
    long looked = System.nanoTime() - LOOK_EVERY.toNanos();
    while (!closed) {
      if (carried && System.nanoTime() - looked >= LOOK_EVERY.toNanos()) {
        look(connection);
        looked = System.nanoTime();
      }
      PGNotification[] heard = postgres.getNotifications((int) LOOK_EVERY.toMillis());
      if (heard != null) {
        for (PGNotification notification : heard) {
          hear(notification);
        }
      }
    }
  }

  /** A pooler between us and Postgres may swallow LISTEN without a word. */
  private static boolean probe(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("NOTIFY " + READY + ", '" + JOINED + "'");
    }
    PGNotification[] heard = connection.unwrap(PGConnection.class).getNotifications(1000);
    if (heard != null && heard.length > 0) {
      return true;
    }
    log.warn(
        "the database connection does not carry LISTEN/NOTIFY (a transaction pooler?):"
            + " jobs from other servers wait for the poll, up to 500 ms");
    return false;
  }

  /**
   * What was kept before a look that finds nobody may be forgotten: whoever joins later finds it in
   * the database. What was kept since may have been missed by somebody who is joining.
   */
  private void look(Connection connection) {
    if (!alone) {
      alone = isAlone(connection);
      return;
    }
    List<Arrival> arrivals = takeArrivals();
    List<Lease> cancels = takeCancels();
    if (!isAlone(connection)) {
      alone = false;
      arrivals.forEach(this::announce);
      cancels.forEach(this::cancel);
    }
  }

  /** Who may not count the listeners takes it that there are others. */
  private static boolean isAlone(Connection connection) {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(COUNT_LISTENERS)) {
      return rows.next() && rows.getInt(1) <= 1;
    } catch (SQLException e) {
      log.debug("cannot count who listens: {}", e.getMessage());
      return false;
    }
  }

  private void hear(PGNotification notification) {
    if (notification.getParameter().equals(JOINED)) {
      alone = false;
      pending.release();
      return;
    }
    String[] fields = notification.getParameter().split("\\|", 3);
    if (fields.length != 3) {
      return;
    }
    try {
      long first = Long.parseLong(fields[0]);
      long second = Long.parseLong(fields[1]);
      if (notification.getName().equals(READY)) {
        onArrival.accept(new Arrival(fields[2], first, second));
      } else {
        onCancel.accept(new Lease(first, second, Integer.parseInt(fields[2])));
      }
    } catch (NumberFormatException e) {
      log.debug("not a wake-up of ours: {}", notification.getParameter());
    }
  }

  private static void pause(Duration time) {
    try {
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
