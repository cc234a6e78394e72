package dev.pulse.server.job;

import dev.pulse.server.job.Marks.Mark;
import dev.pulse.server.postgres.Row;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Tells whoever needs to know that jobs became ready, after their commit. */
final class Arrivals {
  private final Marks marks;
  private volatile Consumer<Collection<Arrival>> listener = _ -> {};
  private volatile Runnable schedule = () -> {};

  Arrivals(Marks marks) {
    this.marks = marks;
  }

  static Arrival read(Row row) throws SQLException {
    return new Arrival(row.text("topic"), row.number("lane"), row.number("seq"));
  }

  void onReady(Consumer<Collection<Arrival>> listener) {
    this.listener = listener;
  }

  void onScheduled(Runnable listener) {
    this.schedule = listener;
  }

  void scheduled() {
    schedule.run();
  }

  /** Passes on the first in line of each topic. */
  void announce(List<Arrival> arrivals) {
    if (arrivals.isEmpty()) {
      return;
    }
    Map<String, Arrival> first = new HashMap<>();
    for (Arrival arrival : arrivals) {
      first.merge(
          arrival.topic(), arrival, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }
    first.values().forEach(this::lower);
    listener.accept(first.values());
  }

  /** Somebody else's arrival: only our mark must know. */
  void lower(Arrival arrival) {
    marks.lower(arrival.topic(), new Mark(arrival.lane(), arrival.seq()));
  }
}
