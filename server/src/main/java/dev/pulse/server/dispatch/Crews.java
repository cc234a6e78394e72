package dev.pulse.server.dispatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who serves which topics, and whose turn it is. Each topic that may have jobs stands in line with
 * every crew that serves it; a crew with free slots takes turns as long as anybody stands there.
 */
final class Crews {
  private static final int MOST_SLOTS = 1000;
  private static final int MOST_TOPICS = 256;

  private final ConcurrentMap<String, Topic> topics = new ConcurrentHashMap<>();
  private final Map<Set<String>, Crew> crews = new HashMap<>();
  private final Map<Session, Crew> members = new ConcurrentHashMap<>();
  private final Predicate<String> open;
  private final Consumer<Crew> start;

  /**
   * @param open whether a topic may be claimed from; one that may not is to be woken when it may
   * @param start has somebody {@linkplain #take take} the turns of a crew until there are none
   */
  Crews(Predicate<String> open, Consumer<Crew> start) {
    this.open = open;
    this.start = start;
  }

  /**
   * One claim to be made: what for whom.
   *
   * @param slots at least one for each topic
   */
  record Turn(List<Wanted> wanted, List<Session> slots) {
    /** There may be more topics than one claim is for. */
    boolean isCrowd() {
      return wanted.size() == MOST_TOPICS;
    }
  }

  /** A topic to claim from, and whether to look behind its mark as well. */
  record Wanted(Topic topic, boolean fromStart) {}

  synchronized void join(Session session) {
    Crew crew = crews.computeIfAbsent(session.topics(), this::crew);
    if (crew.isEmpty()) {
      for (Topic topic : crew.topics) {
        boolean known = !topic.crews.isEmpty(); // nobody listened for the others
        topic.fromStart |= !known;
        topic.crews.add(crew);
        if (!known || !topic.dry) {
          crew.line.add(topic);
        }
      }
    }
    crew.add(session);
    members.put(session, crew);
  }

  /** Sorted, because so they are in the index: who is claimed together lies together. */
  private Crew crew(Set<String> served) {
    return new Crew(served.stream().sorted().map(this::topic).toList());
  }

  /** It gets nothing more. */
  synchronized void leave(Session session) {
    Crew crew = members.remove(session);
    if (crew != null && crew.remove(session) && crew.isEmpty()) {
      crew.topics.forEach(topic -> topic.crews.remove(crew));
      crews.values().remove(crew);
    }
  }

  boolean serves(String name) {
    Topic topic = topics.get(name);
    return topic != null && !topic.crews.isEmpty();
  }

  boolean isHungry(String name) {
    Topic topic = topics.get(name);
    return topic != null && topic.crews.stream().anyMatch(Crew::isHungry);
  }

  /** Whether somebody has a free slot and knows of nothing to fill it. */
  synchronized boolean isAnybodyIdle() {
    return crews.values().stream().anyMatch(crew -> crew.line.isEmpty() && crew.isHungry());
  }

  /** Whether no claim is under way or about to be made. */
  synchronized boolean isAtRest() {
    return crews.values().stream().noneMatch(crew -> crew.busy);
  }

  /** Whether nothing is known to wait there; of a topic nobody has heard of, nothing is known. */
  synchronized boolean isDry(String name) {
    Topic topic = topics.get(name);
    return topic != null && topic.dry;
  }

  /** A free slot of somebody who serves the topic. */
  @Nullable Session reserve(String name) {
    Topic topic = topics.get(name);
    if (topic != null) {
      for (Crew crew : topic.crews) {
        Session session = crew.reserve();
        if (session != null) {
          return session;
        }
      }
    }
    return null;
  }

  /** There may be jobs. */
  synchronized void wake(String name, boolean alsoBehindTheMark) {
    wake(topic(name), alsoBehindTheMark);
  }

  synchronized void wakeAll() {
    topics.values().forEach(topic -> wake(topic, true));
  }

  /** There are jobs, by the database's word. If the last claim found none, the mark hides them. */
  synchronized void jobsSeen(String name) {
    if (topic(name).dry) {
      wake(name, true);
    }
  }

  /** It has free slots. */
  synchronized void hungry(Session session) {
    Crew crew = members.get(session);
    if (crew != null) {
      begin(crew);
    }
  }

  /** What to claim next for the crew; null if there is nothing to do until somebody says so. */
  synchronized @Nullable Turn take(Crew crew) {
    var next = new ArrayList<Topic>();
    for (var each = crew.line.iterator(); each.hasNext() && next.size() < MOST_TOPICS; ) {
      Topic topic = each.next();
      if (!open.test(topic.name)) {
        each.remove();
      } else if (!topic.claimed) {
        next.add(topic);
      }
    }
    List<Session> slots = next.isEmpty() ? List.of() : crew.reserve(MOST_SLOTS);
    if (slots.isEmpty()) {
      crew.busy = false;
      return null;
    }
    List<Topic> taken = next.subList(0, Math.min(next.size(), slots.size()));
    return new Turn(taken.stream().map(topic -> want(crew, topic)).toList(), slots);
  }

  private static Wanted want(Crew crew, Topic topic) {
    crew.line.remove(topic);
    topic.claimed = true;
    topic.woken = false;
    boolean fromStart = topic.fromStart;
    topic.fromStart = false;
    return new Wanted(topic, fromStart);
  }

  /**
   * A claim of the topic is over. One that came back short found the bottom.
   *
   * @param rescan what may be there is to be looked for from the start
   */
  synchronized void settle(Topic topic, boolean isShort, boolean rescan) {
    topic.claimed = false;
    topic.fromStart |= rescan;
    if (isShort && !topic.woken) {
      topic.dry = true;
      topic.crews.forEach(crew -> crew.line.remove(topic));
    } else {
      enqueue(topic);
    }
  }

  /** The slots were used up before the claim came to it: it is the first to be served next time. */
  synchronized void passedOver(Wanted wanted) {
    Topic topic = wanted.topic();
    topic.claimed = false;
    topic.fromStart |= wanted.fromStart();
    for (Crew crew : topic.crews) {
      crew.line.addFirst(topic);
      begin(crew);
    }
  }

  /** Whether nobody else will look when the time has come. */
  synchronized boolean mayTime(Topic topic) {
    boolean may = !topic.timed;
    topic.timed = true;
    return may;
  }

  synchronized void timeIsUp(Topic topic) {
    topic.timed = false;
    wake(topic, false);
  }

  private void wake(Topic topic, boolean alsoBehindTheMark) {
    topic.fromStart |= alsoBehindTheMark;
    topic.dry = false;
    topic.woken = true;
    enqueue(topic);
  }

  private void enqueue(Topic topic) {
    for (Crew crew : topic.crews) {
      crew.line.add(topic);
      begin(crew);
    }
  }

  /** Without a free slot there is nothing to try: whoever gets one says so. */
  private void begin(Crew crew) {
    if (!crew.busy && !crew.line.isEmpty() && crew.isHungry()) {
      crew.busy = true;
      start.accept(crew);
    }
  }

  private Topic topic(String name) {
    return topics.computeIfAbsent(name, Topic::new);
  }
}
