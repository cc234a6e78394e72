package dev.pulse.server.job;

import dev.pulse.server.job.Marks.Mark;
import dev.pulse.server.postgres.Cells;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells whoever needs to know that jobs became ready, after their commit. */
final class Arrivals {
  private final Marks marks;
  private final Gates gates;
  private volatile Consumer<Collection<Arrival>> listener = _ -> {};
  private volatile Runnable schedule = () -> {};
  private volatile Runnable agentEnded = () -> {};

  Arrivals(Marks marks, Gates gates) {
    this.marks = marks;
    this.gates = gates;
  }

  static Arrival read(Cells row) throws SQLException {
    return new Arrival(row.text("queue"), row.number("lane"), row.number("seq"));
  }

  void onReady(Consumer<Collection<Arrival>> listener) {
    this.listener = listener;
  }

  void onScheduled(Runnable listener) {
    this.schedule = listener;
  }

  void onAgentEnded(Runnable listener) {
    this.agentEnded = listener;
  }

  void scheduled() {
    schedule.run();
  }

  /** Passes on the first in line of each queue. */
  void announce(List<Arrival> arrivals) {
    if (arrivals.isEmpty()) {
      return;
    }
    Map<String, Arrival> first = new HashMap<>();
    for (Arrival arrival : arrivals) {
      first.merge(
          arrival.queue(), arrival, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }
    for (Arrival arrival : List.copyOf(first.values())) {
      note(arrival).forEach(news -> first.putIfAbsent(news.queue(), news));
    }
    listener.accept(first.values());
    tellOfAgents(arrivals.stream().filter(Arrival::isNews).map(Arrival::gate).toList());
  }

  private void tellOfAgents(Collection<@Nullable Integer> freed) {
    if (freed.stream().anyMatch(gate -> gate != null && gates.admitsAgents(gate))) {
      agentEnded.run();
    }
  }

  /** Slots of these gates became free. */
  void freed(Set<Integer> freed) {
    var news = new HashMap<String, Arrival>();
    for (int gate : freed) {
      gates.sharing(gate).forEach(each -> news.put(each.queue(), each));
    }
    if (!news.isEmpty()) {
      news.values().forEach(gates::hear);
      listener.accept(news.values());
    }
    tellOfAgents(List.copyOf(freed));
  }

  /** Somebody else's arrival: our hints must know. Answers what is news by it, itself included. */
  Collection<Arrival> arrived(Arrival arrival) {
    var news = new ArrayList<>(note(arrival));
    news.forEach(this::note);
    if (!arrival.isEverywhere()) {
      news.add(arrival);
    }
    return news;
  }

  /** Answers what else is news by it: others that waited for the same limits. */
  private List<Arrival> note(Arrival arrival) {
    if (!arrival.isEverywhere()) {
      marks.lower(arrival.queue(), new Mark(arrival.lane(), arrival.seq()));
      gates.hear(arrival);
    }
    Integer gate = arrival.gate();
    return gate != null && arrival.isNews() ? gates.sharing(gate) : List.of();
  }
}
