package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Workers and their leases. A lease belongs to the worker, not to the job: one heartbeat extends
 * whatever it runs, and a running job whose worker is gone is there to be reaped.
 */
final class Leases {
  static final Sql REGISTER =
      Sql.of(
          """
          INSERT INTO pulse.worker (name, topics, handlers, lease, lease_until)
          SELECT :name, :topics::text[], :handlers::text[], g.lease, now() + g.lease
          FROM (SELECT :lease * interval '1 microsecond' AS lease) g
          RETURNING id
          """);

  /** A lapsed lease is not extended: its jobs may be running elsewhere already. */
  static final Sql BEAT =
      Sql.of(
          """
          UPDATE pulse.worker SET lease_until = now() + lease
          WHERE id = ANY(:workers) AND gone_at IS NULL AND lease_until > now()
          RETURNING id
          """);

  /** Which of these leases are no longer good: canceled, reaped or ended. */
  static final Sql LOST =
      Sql.of(
          """
          SELECT g.seq, g.worker, g.tries
          FROM unnest(:jobs::int8[], :workers::int8[], :fences::int4[]) AS g(seq, worker, tries)
          WHERE NOT EXISTS (SELECT FROM pulse.running r
            WHERE r.seq = g.seq AND r.worker = g.worker AND r.tries = g.tries)
          """);

  /** What these workers have been lent, by the database's word. */
  static final Sql LENT =
      Sql.of(
          """
          SELECT seq, worker, tries FROM pulse.running
          WHERE worker = ANY(:workers) AND started_at < now() - :age * interval '1 microsecond'
          """);

  /** After a lost connection the same process goes on under a new number. */
  static final Sql ADOPT =
      Sql.of(
          """
          UPDATE pulse.running r SET worker = :heir
          FROM unnest(:jobs::int8[], :workers::int8[], :fences::int4[]) AS g(seq, worker, tries)
          CROSS JOIN LATERAL (SELECT id, topic FROM pulse.job WHERE seq = g.seq OFFSET 0) j
          WHERE r.seq = g.seq AND r.worker = g.worker AND r.tries = g.tries
          RETURNING r.seq, r.worker, r.tries, j.id, j.topic
          """);

  static final Sql LEAVE =
      Sql.of("UPDATE pulse.worker SET gone_at = now() WHERE id = :worker AND gone_at IS NULL");

  /** A number is easily guessed: only a worker of the same name may declare it gone. */
  static final Sql IS_NAMED =
      Sql.of("SELECT id FROM pulse.worker WHERE id = :worker AND name = :name");

  /** Waits for a heartbeat under way and then looks again: a live worker is never declared gone. */
  static final Sql LAPSE =
      Sql.of(
          """
          UPDATE pulse.worker SET gone_at = now()
          WHERE gone_at IS NULL AND lease_until < now()
          """);

  static final Sql LOCK_OF_WORKER =
      Sql.of(
          """
          SELECT r.seq, r.worker, r.tries, r.forgiven, r.max_attempts, r.traits, j.backoff
          FROM pulse.running r
          CROSS JOIN LATERAL (SELECT backoff FROM pulse.job WHERE seq = r.seq OFFSET 0) j
          WHERE r.worker = :worker
          ORDER BY r.seq LIMIT :chunk FOR UPDATE OF r SKIP LOCKED
          """);

  /** A running job without a live worker, however it came to that. */
  static final Sql LOCK_ORPHANED =
      Sql.of(
          """
          SELECT r.seq, r.worker, r.tries, r.forgiven, r.max_attempts, r.traits, j.backoff
          FROM pulse.running r
          CROSS JOIN LATERAL (SELECT backoff FROM pulse.job WHERE seq = r.seq OFFSET 0) j
          WHERE NOT EXISTS (
            SELECT FROM pulse.worker w WHERE w.id = r.worker AND w.gone_at IS NULL)
          ORDER BY r.seq LIMIT :chunk FOR UPDATE OF r SKIP LOCKED
          """);

  private static final long CHUNK = 500;

  private final Database database;
  private final Moves moves;
  private final Arrivals arrivals;

  Leases(Database database, Moves moves, Arrivals arrivals) {
    this.database = database;
    this.moves = moves;
    this.arrivals = arrivals;
  }

  long register(NewWorker worker) {
    return database.call(
        connection ->
            REGISTER
                .on(connection)
                .set("name", worker.name())
                .set("topics", worker.topics().toArray(String[]::new))
                .set("handlers", worker.handlers().toArray(String[]::new))
                .set("lease", worker.lease())
                .list(row -> row.number("id"))
                .getFirst());
  }

  Set<Long> beat(long[] workers) {
    return new HashSet<>(
        database.call(
            connection ->
                BEAT.on(connection).set("workers", workers).list(row -> row.number("id"))));
  }

  List<Lease> lost(List<Lease> leases) {
    return database.call(
        connection -> LeaseColumns.bind(LOST.on(connection), leases).list(LeaseColumns::read));
  }

  List<Lease> lent(long[] workers, Duration since) {
    return database.call(
        connection ->
            LENT.on(connection).set("workers", workers).set("age", since).list(LeaseColumns::read));
  }

  List<Kept> adopt(long heir, List<Lease> leases) {
    return database.call(
        connection ->
            LeaseColumns.bind(ADOPT.on(connection).set("heir", heir), leases)
                .list(row -> new Kept(LeaseColumns.read(row), row.uuid("id"), row.text("topic"))));
  }

  /** The worker is gone for good; what it still has, it never started. */
  int leave(long worker, String name) {
    boolean known =
        database
            .call(
                connection ->
                    IS_NAMED
                        .on(connection)
                        .set("worker", worker)
                        .set("name", name)
                        .first(row -> row.number("id")))
            .isPresent();
    if (!known) {
      return 0;
    }
    gone(worker);
    return end(
        connection -> LOCK_OF_WORKER.on(connection).set("worker", worker).set("chunk", CHUNK),
        new Outcome.Released());
  }

  void gone(long worker) {
    database.call(connection -> LEAVE.on(connection).set("worker", worker).update());
  }

  /** The watchdog's step: workers without a heartbeat are gone, their jobs go the retry path. */
  int reap() {
    database.call(connection -> LAPSE.on(connection).update());
    return end(connection -> LOCK_ORPHANED.on(connection).set("chunk", CHUNK), new Outcome.Lost());
  }

  /** How the rows to be ended are found. */
  private interface Finding {
    Sql.Call on(Connection connection) throws SQLException;
  }

  private int end(Finding finding, Outcome outcome) {
    int ended = 0;
    int step;
    do {
      var places = new ArrayList<Arrival>();
      step = database.transact(connection -> endSome(connection, finding, outcome, places));
      arrivals.announce(places);
      arrivals.scheduled();
      ended += step;
    } while (step == CHUNK);
    return ended;
  }

  private int endSome(Connection connection, Finding finding, Outcome outcome, List<Arrival> places)
      throws SQLException {
    List<Moves.Ending> endings =
        finding.on(connection).list(row -> new Moves.Ending(Moves.running(row), outcome));
    return moves.move(connection, endings, places).size();
  }
}
