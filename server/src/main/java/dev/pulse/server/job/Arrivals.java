package dev.pulse.server.job;

import dev.pulse.server.job.Marks.Mark;
import dev.pulse.server.postgres.Row;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Tells whoever needs to know that jobs became ready, after their commit. */
final class Arrivals {
  /** A job that became ready, by its place in the claim order. */
  record Place(String topic, Mark mark) {}

  private final Marks marks;
  private volatile Consumer<Set<String>> listener = _ -> {};

  Arrivals(Marks marks) {
    this.marks = marks;
  }

  static Place place(Row row) throws SQLException {
    return new Place(row.text("topic"), new Mark(row.number("lane"), row.number("seq")));
  }

  void onReady(Consumer<Set<String>> listener) {
    this.listener = listener;
  }

  void announce(List<Place> places) {
    if (places.isEmpty()) {
      return;
    }
    var topics = new HashSet<String>();
    for (Place place : places) {
      marks.lower(place.topic(), place.mark());
      topics.add(place.topic());
    }
    listener.accept(topics);
  }
}
