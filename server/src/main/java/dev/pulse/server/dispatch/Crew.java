package dev.pulse.server.dispatch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Workers that serve the same topics: a free slot of any of them is good for a job of any of these,
 * so that one claim may be for many topics.
 */
final class Crew {
  final List<Topic> topics;
  private final List<Session> sessions = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  /** Topics that may have jobs; who was served goes to the end. Guarded by {@link Crews}. */
  final Set<Topic> line = new LinkedHashSet<>();

  /** Somebody claims for it. Guarded by {@link Crews}. */
  boolean busy;

  Crew(List<Topic> topics) {
    this.topics = topics;
  }

  void add(Session session) {
    sessions.add(session);
  }

  boolean remove(Session session) {
    return sessions.remove(session);
  }

  boolean isEmpty() {
    return sessions.isEmpty();
  }

  boolean isHungry() {
    return sessions.stream().anyMatch(Session::isHungry);
  }

  /** Up to {@code most} free slots, one from each worker in turn so that work spreads. */
  List<Session> reserve(int most) {
    var reserved = new ArrayList<Session>();
    var left = new ArrayList<>(sessions);
    Collections.rotate(left, turn.getAndIncrement());
    while (!left.isEmpty() && reserved.size() < most) {
      for (var each = left.iterator(); each.hasNext() && reserved.size() < most; ) {
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
