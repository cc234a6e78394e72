package dev.pulse.server.dispatch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Workers that serve the same topics: a free slot of any of them is good for a job of any of these,
 * so that one claim may be for many topics.
 */
final class Crew {
  final List<Topic> topics;
  private volatile List<Session> sessions = List.of();
  private final AtomicInteger turn = new AtomicInteger();

  /** Topics that may have jobs; who was served goes to the end. Guarded by {@link Crews}. */
  final SequencedSet<Topic> line = new LinkedHashSet<>();

  /** Somebody claims for it. Guarded by {@link Crews}. */
  boolean busy;

  Crew(List<Topic> topics) {
    this.topics = topics;
  }

  /** One at a time, as is {@link #remove}: guarded by {@link Crews}. */
  void add(Session session) {
    var more = new ArrayList<>(sessions);
    more.add(session);
    sessions = List.copyOf(more);
  }

  boolean remove(Session session) {
    var fewer = new ArrayList<>(sessions);
    boolean removed = fewer.remove(session);
    sessions = List.copyOf(fewer);
    return removed;
  }

  boolean isEmpty() {
    return sessions.isEmpty();
  }

  boolean isHungry() {
    for (Session session : sessions) {
      if (session.isHungry()) {
        return true;
      }
    }
    return false;
  }

  /** A free slot of the worker whose turn it is, or of the next that has one. */
  @Nullable Session reserve() {
    List<Session> all = sessions;
    int first = turn.getAndIncrement();
    for (int next = 0; next < all.size(); next++) {
      Session session = all.get(Math.floorMod(first + next, all.size()));
      if (session.reserve()) {
        return session;
      }
    }
    return null;
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
