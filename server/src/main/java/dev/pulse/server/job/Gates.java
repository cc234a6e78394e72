package dev.pulse.server.job;

import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The sets of limits that jobs carry, each a gate, and which gates may have jobs waiting. A gate
 * that has nothing to give (no jobs, or no room) is quiet until there is news of it, so that a
 * saturated limit costs the claims of its topic nothing. This is a hint, like the marks: the poll
 * makes up for news that got lost.
 */
final class Gates {
  static final Sql GATE_OF = Sql.of("SELECT pulse.gate_of(:limits) AS gate");

  static final Sql LIMITS = Sql.of("SELECT id, limits FROM pulse.gate WHERE id = ANY(:gates)");

  /** The gates of one topic, by hopping from one to the next in the index. */
  static final Sql WAITING =
      Sql.of(
          """
          WITH RECURSIVE hop AS (
            SELECT (SELECT q.queue FROM pulse.ready q
              WHERE q.queue > :topic AND q.queue < :topic || E'\\n' ORDER BY q.queue LIMIT 1) AS queue
            UNION ALL
            SELECT (SELECT q.queue FROM pulse.ready q
              WHERE q.queue > h.queue AND q.queue < :topic || E'\\n' ORDER BY q.queue LIMIT 1)
            FROM hop h WHERE h.queue IS NOT NULL)
          SELECT queue FROM hop WHERE queue IS NOT NULL
          """);

  /** So many gates are looked at by one claim; those beyond have their turn next time. */
  private static final int MOST = 64;

  private static final int NO_GATE = 0;

  private final ConcurrentMap<List<String>, Integer> ids = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, List<String>> limits = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Map<Integer, Waiting>> topics = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Waiting> plain = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();

  /** A gate of a topic that may have jobs waiting. */
  static final class Waiting {
    private static final long NEVER = Long.MAX_VALUE;

    final String topic;
    final int gate;
    private long news;
    private boolean quiet;
    private long reopens = NEVER;

    private Waiting(String topic, int gate) {
      this.topic = topic;
      this.gate = gate;
    }

    String queue() {
      return Arrival.queue(topic, gate);
    }

    synchronized long news() {
      return news;
    }

    /** There is nothing to get here, unless there was news since the caller looked. */
    synchronized void quiet(long seen, @Nullable Duration reopensIn) {
      if (news == seen) {
        quiet = true;
        reopens = reopensIn == null ? NEVER : System.nanoTime() + reopensIn.toNanos();
      }
    }

    private synchronized void hear() {
      news++;
      quiet = false;
    }

    private synchronized boolean isOpen() {
      return !quiet || (reopens != NEVER && reopens - System.nanoTime() <= 0);
    }

    private synchronized OptionalLong untilReopened() {
      return quiet && reopens != NEVER
          ? OptionalLong.of(Math.max(0, reopens - System.nanoTime()))
          : OptionalLong.empty();
    }
  }

  /** The gate of each job, null for jobs without limits; nothing if none has any. */
  @Nullable Integer[] of(Connection connection, List<NewJob> jobs) throws SQLException {
    var gates = new @Nullable Integer[jobs.size()];
    boolean limited = false;
    for (int at = 0; at < gates.length; at++) {
      List<String> carried = AgentLimit.carried(jobs.get(at));
      gates[at] = carried.isEmpty() ? null : gate(connection, carried);
      limited |= gates[at] != null;
    }
    return limited ? gates : new Integer[0];
  }

  /** A gate made in a transaction that may yet be rolled back is not remembered. */
  private int gate(Connection connection, List<String> carried) throws SQLException {
    Integer known = ids.get(carried);
    if (known != null) {
      return known;
    }
    int gate =
        GATE_OF
            .on(connection)
            .set("limits", carried.toArray(String[]::new))
            .list(row -> row.count("gate"))
            .getFirst();
    if (connection.getAutoCommit()) {
      ids.put(carried, gate);
      limits.put(gate, carried);
    }
    return gate;
  }

  /** What these gates' jobs carry. */
  Map<Integer, List<String>> limits(Connection connection, Collection<Integer> gates)
      throws SQLException {
    int[] unknown =
        gates.stream().filter(gate -> !limits.containsKey(gate)).mapToInt(g -> g).toArray();
    if (unknown.length > 0) {
      LIMITS
          .on(connection)
          .set("gates", unknown)
          .list(row -> limits.put(row.count("id"), row.texts("limits")));
    }
    return limits;
  }

  List<String> limits(Connection connection, int gate) throws SQLException {
    return limits(connection, List.of(gate)).getOrDefault(gate, List.of());
  }

  /** Whether agents' jobs go through it; of one that nobody asked for yet, they may. */
  boolean admitsAgents(int gate) {
    List<String> carried = limits.get(gate);
    return carried == null || carried.contains(AgentLimit.NAME);
  }

  /** Something came, or became free: the gate is worth another look. */
  void hear(Arrival arrival) {
    Integer gate = arrival.gate();
    if (gate != null) {
      topics
          .computeIfAbsent(arrival.topic(), _ -> new ConcurrentHashMap<>())
          .computeIfAbsent(gate, _ -> new Waiting(arrival.topic(), gate))
          .hear();
    } else {
      Waiting known = plain.get(arrival.topic());
      if (known != null) {
        known.hear();
      }
    }
  }

  /** The jobs without limits of a topic that has others, so to speak a gate that is always open. */
  Waiting plain(String topic) {
    return plain.computeIfAbsent(topic, _ -> new Waiting(topic, NO_GATE));
  }

  /** Whether it is known of the topic's jobs without limits that there are none. */
  boolean isPlainQuiet(String topic) {
    Waiting known = plain.get(topic);
    return known != null && !known.isOpen();
  }

  /** A slot of that gate became free: news for it and for who else waits for one of its limits. */
  List<Arrival> sharing(int gate) {
    List<String> freed = limits.getOrDefault(gate, List.of());
    var news = new ArrayList<Arrival>();
    for (Map<Integer, Waiting> gates : topics.values()) {
      for (Waiting waiting : gates.values()) {
        if (waiting.gate == gate
            || !Collections.disjoint(limits.getOrDefault(waiting.gate, List.of()), freed)) {
          news.add(Arrival.news(waiting.topic, waiting.gate));
        }
      }
    }
    return news;
  }

  /** Asks the database which gates of the topic have jobs. */
  int look(Connection connection, String topic) throws SQLException {
    List<Arrival> waiting =
        WAITING.on(connection).set("topic", topic).list(row -> Arrival.news(row.text("queue")));
    waiting.forEach(this::hear);
    return waiting.size();
  }

  /** Whether a gate of the topic may have something to give. */
  boolean isOpen(String topic) {
    Map<Integer, Waiting> gates = topics.get(topic);
    return gates != null && gates.values().stream().anyMatch(Waiting::isOpen);
  }

  /** The gates of a topic that may have something to give. */
  List<Waiting> open(String topic) {
    Map<Integer, Waiting> gates = topics.get(topic);
    if (gates == null) {
      return List.of();
    }
    List<Waiting> open = gates.values().stream().filter(Waiting::isOpen).toList();
    if (open.size() <= MOST) {
      return open;
    }
    var turned = new ArrayList<>(open);
    Collections.rotate(turned, turn.addAndGet(MOST));
    return turned.subList(0, MOST);
  }

  /** How long until a rate or a pause lets the next job of the topic through, as far as known. */
  Optional<Duration> untilReopened(String topic) {
    Map<Integer, Waiting> waiting = topics.get(topic);
    if (waiting == null) {
      return Optional.empty(); // nearly always
    }
    return waiting.values().stream()
        .map(Waiting::untilReopened)
        .flatMapToLong(OptionalLong::stream)
        .boxed()
        .min(Long::compare)
        .map(Duration::ofNanos);
  }
}
