package dev.pulse.server.dispatch;

import dev.pulse.server.job.Lease;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Who is connected. */
final class Roster {
  private final ConcurrentMap<Long, Session> sessions = new ConcurrentHashMap<>();

  void add(Session session) {
    sessions.put(session.worker(), session);
  }

  void remove(Session session) {
    sessions.remove(session.worker(), session);
  }

  List<Session> all() {
    return List.copyOf(sessions.values());
  }

  @Nullable Session byWorker(long worker) {
    return sessions.get(worker);
  }

  /** Whether the lease's worker knows of it, or is no longer ours to judge. */
  boolean holds(Lease lease) {
    Session session = sessions.get(lease.worker());
    return session == null || session.holds(lease);
  }
}
