package dev.pulse.server.dispatch;

import dev.pulse.server.job.Lease;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Who is connected, by topic. */
final class Roster {
  private static final class Members {
    final List<Session> sessions = new CopyOnWriteArrayList<>();
    final AtomicInteger turn = new AtomicInteger();
  }

  private final ConcurrentMap<String, Members> topics = new ConcurrentHashMap<>();
  private final ConcurrentMap<Long, Session> sessions = new ConcurrentHashMap<>();

  void add(Session session) {
    sessions.put(session.worker(), session);
    for (String topic : session.topics()) {
      topics.computeIfAbsent(topic, _ -> new Members()).sessions.add(session);
    }
  }

  /** Takes it off the topics; it stays known by its number until it is gone. */
  void retire(Session session) {
    for (String topic : session.topics()) {
      topics.computeIfPresent(
          topic,
          (_, members) -> {
            members.sessions.remove(session);
            return members.sessions.isEmpty() ? null : members;
          });
    }
  }

  void remove(Session session) {
    retire(session);
    sessions.remove(session.worker(), session);
  }

  List<Session> all() {
    return List.copyOf(sessions.values());
  }

  @org.jspecify.annotations.Nullable
  Session byWorker(long worker) {
    return sessions.get(worker);
  }

  /** Whether the lease's worker knows of it, or is no longer ours to judge. */
  boolean holds(Lease lease) {
    Session session = sessions.get(lease.worker());
    return session == null || session.holds(lease);
  }

  boolean serves(String topic) {
    return topics.containsKey(topic);
  }

  boolean isHungry(String topic) {
    Members members = topics.get(topic);
    return members != null && members.sessions.stream().anyMatch(Session::isHungry);
  }

  /** Up to {@code most} free slots, one from each worker in turn so that work spreads. */
  List<Session> reserve(String topic, int most) {
    var reserved = new ArrayList<Session>();
    Members members = topics.get(topic);
    if (members == null) {
      return reserved;
    }
    List<Session> sessions = new ArrayList<>(members.sessions);
    Collections.rotate(sessions, members.turn.getAndIncrement());
    while (!sessions.isEmpty() && reserved.size() < most) {
      for (var each = sessions.iterator(); each.hasNext() && reserved.size() < most; ) {
        Session session = each.next();
        if (session.reserve()) {
          reserved.add(session);
        } else {
          each.remove();
        }
      }
    }
    return reserved;
  }
}
