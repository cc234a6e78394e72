package dev.pulse.server.job;

import dev.pulse.server.postgres.Cells;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where due jobs came to stand: one that was lent at once, or the head of those that wait in a
 * queue.
 *
 * @param at which of the batch was lent
 * @param lent to whom, if it was
 */
record Place(int at, Arrival arrival, @Nullable Lent lent) {
  /** A job that was born running. */
  record Lent(Lease lease, Instant submittedAt) {
    Assignment assignment(UUID id, NewJob job) {
      return new Assignment(
          lease,
          id,
          job.name(),
          job.topic(),
          job.args(),
          1,
          job.maxAttempts(),
          submittedAt,
          job.trace(),
          null,
          true);
    }
  }

  static Place waits(Arrival arrival) {
    return new Place(-1, arrival, null);
  }

  static Place read(Cells row) throws SQLException {
    Arrival arrival = Arrivals.read(row);
    Long worker = row.numberOrNull("lent_to");
    return worker == null ? waits(arrival) : lent((int) row.number("nr") - 1, arrival, worker, row);
  }

  static Place lent(int at, Arrival arrival, long worker, Cells row) throws SQLException {
    var lease = new Lease(arrival.seq(), worker, 1);
    return new Place(at, arrival, new Lent(lease, row.instantOfMicros("submitted_us")));
  }

  static List<Arrival> waiting(List<Place> places) {
    var waiting = new ArrayList<Arrival>();
    for (Place place : places) {
      if (place.lent == null) {
        waiting.add(place.arrival);
      }
    }
    return waiting;
  }
}
