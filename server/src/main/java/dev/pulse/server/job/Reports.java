package dev.pulse.server.job;

import static java.util.stream.Collectors.toCollection;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Line;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How attempts end by a worker's word. Every report is fenced by job, worker and attempt. */
final class Reports {
  /** The hot way out: no decision to take, so one statement for any number of successes. */
  static final Sql COMPLETE =
      Sql.of(
          """
          WITH given AS MATERIALIZED (
            SELECT :jobs::int8[] AS jobs, :workers::int8[] AS workers, :fences::int4[] AS fences,
              :results::text[] AS results),
          ended AS MATERIALIZED (               -- jobs ascend: width_bucket is a job's place among them
            DELETE FROM pulse.running r
            WHERE seq = ANY((SELECT jobs FROM given)::int8[])
              AND worker = (SELECT workers FROM given)[width_bucket(seq, (SELECT jobs FROM given))]
              AND tries = (SELECT fences FROM given)[width_bucket(seq, (SELECT jobs FROM given))]
              AND (traits & 12 <> 0) = :watched
            RETURNING seq, worker, started_at, tries, forgiven, max_attempts, traits, gate),
          kept AS (
            INSERT INTO pulse.finished
              (seq, worker, started_at, tries, forgiven, max_attempts, traits, status, result)
            SELECT seq, worker, started_at, tries, forgiven, max_attempts, traits, 'COMPLETED',
              CASE WHEN cardinality((SELECT results FROM given)) > 0 THEN
                (SELECT results FROM given)[width_bucket(seq, (SELECT jobs FROM given))]::json END
            FROM ended),
          """
              + HeldKeys.freed("SELECT seq FROM ended WHERE traits & 1 = 1")
              + """
          SELECT array_agg(seq) AS jobs,        -- no DISTINCT for the gates: it would sort them all
            array_agg(gate) FILTER (WHERE gate IS NOT NULL) AS gates
          FROM ended
          """);

  /** The same for a few that are plain, with nothing in it for what they do not have. */
  static final Sql COMPLETE_PLAIN =
      Sql.of(
          """
          WITH ended AS (
            DELETE FROM pulse.running
            WHERE seq = ANY(:jobs::int8[])      -- they ascend, as above
              AND worker = (:workers::int8[])[width_bucket(seq, :jobs::int8[])]
              AND tries = (:fences::int4[])[width_bucket(seq, :jobs::int8[])]
              AND traits = 0 AND gate IS NULL
            RETURNING seq, worker, started_at, tries, forgiven, max_attempts)
          INSERT INTO pulse.finished
            (seq, worker, started_at, tries, forgiven, max_attempts, traits, status, result)
          SELECT seq, worker, started_at, tries, forgiven, max_attempts, 0, 'COMPLETED',
            (:results::text[])[width_bucket(seq, :jobs::int8[])]::json
          FROM ended
          RETURNING seq
          """);

  /** Whether a report that found no lease repeats one that was recorded. */
  static final Sql HISTORY =
      Sql.of(
          """
          SELECT g.seq, g.worker, g.tries, a.outcome,
            (SELECT s.status FROM pulse.jobs s WHERE s.seq = g.seq) AS status
          FROM unnest(:jobs::int8[], :workers::int8[], :fences::int4[]) AS g(seq, worker, tries)
          CROSS JOIN LATERAL (
            SELECT outcome::text FROM pulse.attempt
            WHERE seq = g.seq AND tries = g.tries AND worker = g.worker
            UNION ALL
            SELECT 'SUCCEEDED' FROM pulse.finished
            WHERE seq = g.seq AND tries = g.tries AND worker = g.worker AND status = 'COMPLETED') a
          """);

  /** Expensive work is not thrown away: the first late word is kept with its attempt. */
  static final Sql KEEP_LATE =
      Sql.of(
          """
          UPDATE pulse.attempt SET late_at = now(), late_outcome = :outcome::pulse.attempt_outcome,
            late_result = :result::json, late_error = :error
          WHERE seq = :job AND tries = :fence AND worker = :worker AND late_at IS NULL
          """);

  private static final Ack COMPLETED = new Ack.Recorded(JobStatus.COMPLETED);
  private static final Comparator<Report> BY_JOB =
      Comparator.comparingLong(report -> report.lease().job());
  private static final String UNWATCHED = "only a node of a run can suspend";

  private final Database database;
  private final Moves moves;
  private final Arrivals arrivals;
  private final Watch watch;

  Reports(Database database, Moves moves, Arrivals arrivals, Watch watch) {
    this.database = database;
    this.moves = moves;
    this.arrivals = arrivals;
    this.watch = watch;
  }

  /** Answers in the order asked; everything is durable when this returns. */
  List<Ack> report(List<Report> reports) {
    var acks = new HashMap<Lease, Ack>();
    var successes = new ArrayList<Report>();
    var suspensions = new ArrayList<Report>();
    var others = new ArrayList<Report>();
    var seen = new HashSet<Lease>();
    for (Report report : reports) {
      if (seen.add(report.lease())) {
        switch (report.outcome()) {
          case Outcome.Succeeded _ -> successes.add(report);
          case Outcome.Suspended _ -> suspensions.add(report);
          case Outcome.Failed _,
              Outcome.FailedFor _,
              Outcome.FailedForGood _,
              Outcome.Snoozed _,
              Outcome.Lost _,
              Outcome.Released _,
              Outcome.Canceled _ ->
              others.add(report);
        }
      }
    }
    var freed = new HashSet<Integer>();
    if (!successes.isEmpty()) {
      recorded(acks, database.call(connection -> complete(connection, successes, false, freed)));
    }
    completeWatched(Stream.concat(successes.stream(), suspensions.stream()), acks, freed);
    arrivals.freed(freed);
    suspensions.stream()
        .filter(report -> !acks.containsKey(report.lease()))
        .map(report -> new Report(report.lease(), new Outcome.Failed(UNWATCHED)))
        .forEach(others::add);
    if (!others.isEmpty()) {
      end(others, acks);
    }
    if (acks.size() < seen.size()) {
      late(reports, acks);
    }
    return reports.stream().map(report -> answer(acks, report)).toList();
  }

  /**
   * The successes of plain jobs over a line, by the thread that speaks it. An empty answer: not all
   * of them were found, and the other way tells those from these.
   */
  static CompletableFuture<List<Ack>> reportBy(Line line, List<Report> plain) {
    var ascending = new ArrayList<>(plain);
    ascending.sort(BY_JOB);
    return line.ask(
            LeaseColumns.bind(COMPLETE_PLAIN.given(), leases(ascending))
                .set("results", results(ascending))
                .reading(row -> row.number("seq")))
        .thenApply(
            ended ->
                ended.size() == plain.size()
                    ? Collections.nCopies(plain.size(), COMPLETED)
                    : List.of());
  }

  private static Ack answer(Map<Lease, Ack> acks, Report report) {
    Ack ack = acks.get(report.lease());
    return ack == null ? new Ack.FencedOut() : ack;
  }

  private static void recorded(Map<Lease, Ack> acks, List<Lease> completed) {
    completed.forEach(lease -> acks.put(lease, COMPLETED));
  }

  /** What the hot way left over: the watched ones among them end together with what they are of. */
  private void completeWatched(Stream<Report> ended, Map<Lease, Ack> acks, Set<Integer> freed) {
    var left = new HashMap<Lease, Report>();
    ended
        .filter(report -> !acks.containsKey(report.lease()))
        .forEach(report -> left.put(report.lease(), report));
    if (left.isEmpty()) {
      return;
    }
    recorded(
        acks,
        database.transact(
            connection -> {
              List<Lease> done = complete(connection, new ArrayList<>(left.values()), true, freed);
              var ends = new ArrayList<Watch.End>();
              for (Lease lease : done) {
                Report report = Objects.requireNonNull(left.get(lease));
                ends.add(
                    new Watch.End(
                        lease.job(), report.outcome(), JobStatus.COMPLETED, report.note()));
              }
              watch.ended(connection, ends);
              return done;
            }));
  }

  /** A job may be in it twice, by its worker and by a zombie: the statement knows each once. */
  private static List<Lease> complete(
      Connection connection, List<Report> reports, boolean watched, Set<Integer> freed)
      throws SQLException {
    reports.sort(BY_JOB);
    var once = new ArrayList<Report>(reports.size());
    var again = new ArrayList<Report>();
    for (Report report : reports) {
      boolean known = !once.isEmpty() && once.getLast().lease().job() == report.lease().job();
      (known ? again : once).add(report);
    }
    List<Lease> completed = completeEach(connection, once, watched, freed);
    if (!again.isEmpty()) {
      completed.addAll(complete(connection, again, watched, freed));
    }
    return completed;
  }

  private static List<Lease> completeEach(
      Connection connection, List<Report> reports, boolean watched, Set<Integer> freed)
      throws SQLException {
    List<Long> ended =
        LeaseColumns.bind(COMPLETE.on(connection).set("watched", watched), leases(reports))
            .set("results", results(reports))
            .list(
                row -> {
                  freed.addAll(row.counts("gates"));
                  return row.numbers("jobs");
                })
            .getFirst();
    boolean all = ended.size() == reports.size();
    Set<Long> some = all ? Set.of() : Set.copyOf(ended);
    return leases(reports).stream()
        .filter(lease -> all || some.contains(lease.job()))
        .collect(toCollection(ArrayList::new));
  }

  /** Nothing at all if nobody has one: what is missing is null to the statement. */
  private static String[] results(List<Report> reports) {
    String[] results =
        reports.stream()
            .map(report -> AttemptOutcome.result(report.outcome()))
            .toArray(String[]::new);
    return Stream.of(results).allMatch(Objects::isNull) ? new String[0] : results;
  }

  private void end(List<Report> reports, Map<Lease, Ack> acks) {
    var places = new ArrayList<Arrival>();
    database
        .transact(
            connection -> {
              long[] jobs = reports.stream().mapToLong(report -> report.lease().job()).toArray();
              var ended = new HashMap<Lease, Report>();
              reports.forEach(report -> ended.put(report.lease(), report));
              var endings = new ArrayList<Moves.Ending>();
              for (Moves.Running running : moves.lock(connection, jobs)) {
                @Nullable Report report = ended.get(running.lease());
                if (report != null) {
                  endings.add(new Moves.Ending(running, report.outcome(), report.note()));
                }
              }
              return moves.move(connection, endings, places);
            })
        .forEach(moved -> acks.put(moved.lease(), new Ack.Recorded(moved.status())));
    arrivals.announce(places);
    arrivals.scheduled();
  }

  /** What found no lease: the repetition of a recorded report, or a zombie's word. */
  private void late(List<Report> reports, Map<Lease, Ack> acks) {
    List<Report> open =
        reports.stream().filter(report -> !acks.containsKey(report.lease())).toList();
    database.transact(
        connection -> {
          Map<Lease, Ended> ended = new HashMap<>();
          LeaseColumns.bind(HISTORY.on(connection), leases(open))
              .list(row -> ended.put(LeaseColumns.read(row), Ended.read(row)));
          Set<Lease> kept = new HashSet<>();
          for (Report report : open) {
            Lease lease = report.lease();
            String outcome = AttemptOutcome.of(report.outcome()).name();
            Ended before = ended.get(lease);
            if (before != null && before.outcome().equals(outcome)) {
              acks.put(lease, new Ack.Recorded(before.status()));
            } else if (kept.add(lease)) {
              keepLate(connection, report, outcome);
            }
          }
          return kept;
        });
  }

  /** How an attempt is on record, and how its job stands now. */
  private record Ended(String outcome, JobStatus status) {
    static Ended read(Row row) throws SQLException {
      return new Ended(row.text("outcome"), JobStatus.valueOf(row.text("status")));
    }
  }

  private static void keepLate(Connection connection, Report report, String outcome)
      throws SQLException {
    KEEP_LATE
        .on(connection)
        .set("outcome", outcome)
        .set("result", AttemptOutcome.result(report.outcome()))
        .set("error", AttemptOutcome.error(report.outcome()))
        .set("job", report.lease().job())
        .set("fence", report.lease().fence())
        .set("worker", report.lease().worker())
        .update();
  }

  private static List<Lease> leases(List<Report> reports) {
    return reports.stream().map(Report::lease).toList();
  }
}
