package dev.pulse.server.job;

import dev.pulse.server.job.Transitions.Next;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Ends attempts other than by plain success: locks the running rows, lets {@link Transitions}
 * decide, and moves them with their history in one statement. Reports, the watchdog, cancel and
 * hand-backs all come through here.
 */
final class Moves {
  /** In seq order: one lock order for everybody. */
  static final Sql LOCK =
      Sql.of(
          """
          SELECT r.seq, r.worker, r.tries, r.forgiven, r.max_attempts, r.traits, j.backoff
          FROM pulse.running r
          CROSS JOIN LATERAL (SELECT backoff FROM pulse.job WHERE seq = r.seq OFFSET 0) j
          WHERE r.seq = ANY(:jobs)
          ORDER BY r.seq FOR UPDATE OF r
          """);

  static final Sql MOVE =
      Sql.of(
          """
          WITH given AS MATERIALIZED (
            SELECT g.seq, g.outcome::pulse.attempt_outcome AS outcome,
              g.status::pulse.job_status AS status, g.delay_us, g.forgive, g.error, g.result
            FROM unnest(:jobs::int8[], :outcomes::text[], :statuses::text[], :delays::int8[],
              :forgives::int4[], :errors::text[], :results::text[])
              AS g(seq, outcome, status, delay_us, forgive, error, result)),
          ended AS (
            DELETE FROM pulse.running r WHERE r.seq = ANY(:jobs)
            RETURNING r.*),
          moved AS MATERIALIZED (
            SELECT e.seq, e.worker, e.started_at, e.tries, e.forgiven, e.max_attempts, e.traits,
              e.gate, g.outcome, g.status, g.delay_us, g.forgive, g.error, g.result, j.queue, j.lane
            FROM given g
            JOIN ended e ON e.seq = g.seq
            CROSS JOIN LATERAL (
              SELECT pulse.queue_of(topic, gate) AS queue, lane FROM pulse.job
              WHERE seq = e.seq OFFSET 0) j),
          history AS (
            INSERT INTO pulse.attempt
              (seq, tries, number, worker, started_at, outcome, error, result)
            SELECT seq, tries, tries - forgiven, worker, started_at, outcome, error, result::json
            FROM moved),
          over AS (
            INSERT INTO pulse.finished
              (seq, worker, started_at, tries, forgiven, max_attempts, traits, status, error)
            SELECT seq, worker, started_at, tries, forgiven, max_attempts, traits, status, error
            FROM moved WHERE status IN ('DEAD_LETTERED', 'CANCELED')),
          waiting AS (
            INSERT INTO pulse.later (seq, run_at, tries, forgiven, max_attempts, traits, status)
            SELECT seq, now() + delay_us * interval '1 microsecond', tries, forgiven + forgive,
              max_attempts, traits, status
            FROM moved WHERE status IN ('SCHEDULED', 'RETRYING')),
          again AS (
            INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
            SELECT lane, seq, tries, forgiven + forgive, max_attempts, traits, queue
            FROM moved WHERE status = 'PENDING'),
          """
              + HeldKeys.freed(
                  "SELECT seq FROM moved"
                      + " WHERE traits & 1 = 1 AND status IN ('DEAD_LETTERED', 'CANCELED')")
              + """
          SELECT queue, lane, seq FROM moved WHERE status = 'PENDING'
          UNION ALL                             -- the slot it had is free: Arrival.news
          SELECT queue, 9223372036854775807, 9223372036854775807 FROM moved WHERE gate IS NOT NULL
          """);

  private final RandomGenerator dice;
  private final Watch watch;

  Moves(RandomGenerator dice, Watch watch) {
    this.dice = dice;
    this.watch = watch;
  }

  /** A running row, locked by this transaction. */
  record Running(Lease lease, int attempt, int maxAttempts, int traits, @Nullable String backoff) {}

  /** A running row and how its attempt ended. */
  record Ending(Running running, Outcome outcome, @Nullable Note note) {
    Ending(Running running, Outcome outcome) {
      this(running, outcome, null);
    }
  }

  /** What became of one ending. */
  record Moved(Lease lease, JobStatus status) {}

  List<Running> lock(Connection connection, long[] jobs) throws SQLException {
    return LOCK.on(connection).set("jobs", jobs).list(Moves::running);
  }

  static Running running(Row row) throws SQLException {
    return new Running(
        new Lease(row.number("seq"), row.number("worker"), row.count("tries")),
        row.count("tries") - row.count("forgiven"),
        row.count("max_attempts"),
        row.count("traits"),
        row.textOrNull("backoff"));
  }

  /**
   * Moves locked rows; jobs that are ready again are added to {@code arrivals} for after the
   * commit.
   */
  List<Moved> move(Connection connection, List<Ending> endings, List<Arrival> arrivals)
      throws SQLException {
    if (endings.isEmpty()) {
      return List.of();
    }
    List<Next> decided = endings.stream().map(this::decide).toList();
    arrivals.addAll(bound(MOVE.on(connection), endings, decided).list(Arrivals::read));
    var moved = new ArrayList<Moved>(endings.size());
    for (int at = 0; at < endings.size(); at++) {
      moved.add(new Moved(endings.get(at).running().lease(), decided.get(at).status()));
    }
    watch.ended(connection, watched(endings, moved));
    return moved;
  }

  private static Sql.Call bound(Sql.Call move, List<Ending> endings, List<Next> decided)
      throws SQLException {
    int size = endings.size();
    var delays = new long[size];
    var forgives = new int[size];
    for (int at = 0; at < size; at++) {
      if (decided.get(at) instanceof Next.Wait(_, Duration delay, boolean forgiven)) {
        delays[at] = delay.toNanos() / 1_000;
        forgives[at] = forgiven ? 1 : 0;
      }
    }
    return move.set(
            "jobs", endings.stream().mapToLong(each -> each.running().lease().job()).toArray())
        .set("outcomes", texts(endings, outcome -> AttemptOutcome.of(outcome).name()))
        .set("errors", texts(endings, AttemptOutcome::error))
        .set("results", texts(endings, AttemptOutcome::result))
        .set("statuses", decided.stream().map(next -> next.status().name()).toArray(String[]::new))
        .set("delays", delays)
        .set("forgives", forgives);
  }

  private static String[] texts(List<Ending> endings, Function<Outcome, @Nullable String> column) {
    return endings.stream().map(each -> column.apply(each.outcome())).toArray(String[]::new);
  }

  private static List<Watch.End> watched(List<Ending> endings, List<Moved> moved) {
    var watched = new ArrayList<Watch.End>();
    for (int at = 0; at < endings.size(); at++) {
      Ending ending = endings.get(at);
      if (Traits.isWatched(ending.running().traits())) {
        watched.add(
            new Watch.End(
                ending.running().lease().job(),
                ending.outcome(),
                moved.get(at).status(),
                ending.note()));
      }
    }
    return watched;
  }

  private Next decide(Ending ending) {
    Running running = ending.running();
    return Transitions.next(
        new Transitions.Attempt(running.attempt(), running.maxAttempts()),
        ending.outcome(),
        BackoffJson.read(running.backoff()),
        dice.nextDouble());
  }
}
