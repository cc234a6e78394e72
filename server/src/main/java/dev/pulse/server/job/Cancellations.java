package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Takes a job out of wherever it stands. A late result then finds no lease and cannot bring it
 * back.
 */
final class Cancellations {
  static final Sql CANCEL_WAITING =
      Sql.of(
          """
          WITH target AS MATERIALIZED (
            SELECT seq, pulse.queue_of(topic, gate) AS queue, lane FROM pulse.job WHERE id = :id),
          from_later AS (
            DELETE FROM pulse.later l USING target t WHERE l.seq = t.seq
            RETURNING l.seq, l.tries, l.forgiven, l.max_attempts, l.traits),
          from_ready AS (
            DELETE FROM pulse.ready q USING target t
            WHERE q.queue = t.queue AND q.lane = t.lane AND q.seq = t.seq
            RETURNING q.seq, q.tries, q.forgiven, q.max_attempts, q.traits),
          ended AS (SELECT * FROM from_later UNION ALL SELECT * FROM from_ready),
          over AS (
            INSERT INTO pulse.finished (seq, tries, forgiven, max_attempts, traits, status)
            SELECT seq, tries, forgiven, max_attempts, traits, 'CANCELED' FROM ended),
          """
              + HeldKeys.freed("SELECT seq FROM ended WHERE traits & 1 = 1")
              + """
          SELECT seq, traits FROM ended
          """);

  static final Sql SEQ = Sql.of("SELECT seq FROM pulse.job WHERE id = :id");

  static final Sql ENDED =
      Sql.of(
          """
          SELECT f.status FROM pulse.job j JOIN pulse.finished f ON f.seq = j.seq WHERE j.id = :id
          """);

  private static final int TRIES = 100;

  private final Database database;
  private final Moves moves;
  private final Arrivals arrivals;
  private final Watch watch;

  Cancellations(Database database, Moves moves, Arrivals arrivals, Watch watch) {
    this.database = database;
    this.moves = moves;
    this.arrivals = arrivals;
    this.watch = watch;
  }

  /** Answers the lease that was broken, if the job was running. */
  Optional<Lease> cancel(UUID id) {
    long seq =
        database
            .call(connection -> SEQ.on(connection).set("id", id).first(row -> row.number("seq")))
            .orElseThrow(() -> JobRefused.notFound(id));
    // A job may move on between two looks; every look takes a fresh snapshot.
    for (int tries = 0; tries < TRIES; tries++) {
      if (cancelWaiting(id)) {
        return Optional.empty();
      }
      var freed = new ArrayList<Arrival>();
      List<Moves.Moved> moved =
          database.transact(connection -> cancelRunning(connection, seq, freed));
      arrivals.announce(freed);
      if (!moved.isEmpty()) {
        return Optional.of(moved.getFirst().lease());
      }
      refuseEnded(id);
    }
    throw new IllegalStateException("job " + id + " moved away " + TRIES + " times");
  }

  private boolean cancelWaiting(UUID id) {
    record Waiting(long seq, int traits) {}
    return database.transact(
        connection -> {
          Optional<Waiting> gone =
              CANCEL_WAITING
                  .on(connection)
                  .set("id", id)
                  .first(row -> new Waiting(row.number("seq"), row.count("traits")));
          if (gone.isPresent() && Traits.isWatched(gone.get().traits())) {
            var canceled = new Outcome.Canceled();
            watch.ended(
                connection,
                List.of(new Watch.End(gone.get().seq(), canceled, JobStatus.CANCELED, null)));
          }
          return gone.isPresent();
        });
  }

  private List<Moves.Moved> cancelRunning(Connection connection, long seq, List<Arrival> freed)
      throws SQLException {
    List<Moves.Ending> endings =
        moves.lock(connection, new long[] {seq}).stream()
            .map(running -> new Moves.Ending(running, new Outcome.Canceled()))
            .toList();
    return moves.move(connection, endings, freed);
  }

  private void refuseEnded(UUID id) {
    database
        .call(connection -> ENDED.on(connection).set("id", id).first(row -> row.text("status")))
        .ifPresent(
            status -> {
              throw JobRefused.illegal(id, JobStatus.valueOf(status), "canceled");
            });
  }
}
