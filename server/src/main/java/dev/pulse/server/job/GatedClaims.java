package dev.pulse.server.job;

import dev.pulse.server.job.Admission.Candidate;
import dev.pulse.server.job.Admission.Standing;
import dev.pulse.server.job.Gates.Waiting;
import dev.pulse.server.job.Marks.Mark;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Claims from a topic some of whose jobs carry limits: locks the limits, sees how they stand, looks
 * at the heads of the queues, lets {@link Admission} decide and takes what it chose, in one
 * transaction. Topics without such jobs never come here.
 */
final class GatedClaims {
  /** Where nothing runs, no slot that was given out so far will be counted again. */
  static final Sql STANDING =
      Sql.of(
          """
          SELECT s.name, s.locked, s.max_running, s.rate_starts, s.started, s.reopens_us,
            s.paused_us, s.gate, s.running,
            CASE WHEN s.max_running IS NOT NULL
              THEN coalesce(s.oldest, pg_sequence_last_value('pulse.slot_seq')) END AS oldest
          FROM pulse.standing(:gates::int4[], :marked::int4[], :marks::int8[]) s
          """);

  static final Sql HEADS =
      Sql.of(
          """
          SELECT g.nr, q.lane, q.seq
          FROM unnest(:queues::text[], :lanes::int8[], :seqs::int8[], :most::int8[])
            WITH ORDINALITY AS g(queue, lane, seq, most, nr)
          CROSS JOIN LATERAL (
            SELECT r.lane, r.seq FROM pulse.ready r
            WHERE r.queue = g.queue AND (r.lane, r.seq) >= (g.lane, g.seq)
            ORDER BY r.lane, r.seq LIMIT g.most) q
          ORDER BY q.lane, q.seq
          """);

  static final Sql TAKE =
      Sql.of(
          """
          WITH chosen AS MATERIALIZED (
            SELECT q.ctid
            FROM unnest(:queues::text[], :lanes::int8[], :seqs::int8[]) AS g(queue, lane, seq)
            CROSS JOIN LATERAL (
              SELECT ctid FROM pulse.ready
              WHERE queue = g.queue AND lane = g.lane AND seq = g.seq OFFSET 0
              FOR UPDATE SKIP LOCKED) q),
          taken AS (
            DELETE FROM pulse.ready WHERE ctid = ANY(ARRAY(SELECT ctid FROM chosen))
            RETURNING lane, seq, tries + 1 AS tries, forgiven, max_attempts, traits,
              nullif(split_part(queue, E'\\t', 2), '')::int4 AS gate),
          placed AS MATERIALIZED (
            SELECT t.*, (:workers::int8[])[row_number() OVER (ORDER BY lane, seq)] AS worker
            FROM taken t),
          lent AS (                             -- not now(): what freed the slot may be younger than that
            INSERT INTO pulse.running
              (seq, worker, started_at, tries, forgiven, max_attempts, traits, gate, slot)
            SELECT seq, worker, clock_timestamp(), tries, forgiven, max_attempts, traits, gate,
              CASE WHEN gate IS NOT NULL THEN nextval('pulse.slot_seq') END
            FROM placed)
          SELECT p.seq, p.lane, p.worker, p.tries, p.tries - p.forgiven AS attempt, p.max_attempts,
            p.traits, j.id, j.name, j.args, j.submitted_at, j.trace
          FROM placed p
          CROSS JOIN LATERAL (
            SELECT id, name, args, submitted_at, trace FROM pulse.job WHERE seq = p.seq OFFSET 0) j
          ORDER BY p.lane, p.seq
          """);

  static final Sql SPEND = // by the clock, not now(): it comes after what it counts
      Sql.of(
          """
          WITH spent AS MATERIALIZED (
            SELECT g.name, g.starts, r.rate_per, extract(epoch FROM r.rate_per) / 50 AS slice,
              extract(epoch FROM clock_timestamp()) AS at
            FROM unnest(:names::text[], :starts::int8[]) AS g(name, starts)
            JOIN pulse.limit_rule r ON r.name = g.name),
          forgotten AS (
            DELETE FROM pulse.limit_use u USING spent s
            WHERE u.name = s.name AND u.ends <= now() - s.rate_per)
          INSERT INTO pulse.limit_use AS u (name, ends, starts)
          SELECT name, to_timestamp((floor(at / slice) + 1) * slice), starts
          FROM spent
          ON CONFLICT (name, ends) DO UPDATE SET starts = u.starts + excluded.starts
          """);

  private final Database database;
  private final Gates gates;
  private final Marks marks;
  private final OldestSlots oldest = new OldestSlots();
  private final Passage passage;

  GatedClaims(Database database, Gates gates, Marks marks) {
    this.database = database;
    this.gates = gates;
    this.marks = marks;
    this.passage = new Passage(database, gates, marks, oldest);
  }

  /** The claim's queues: the topic's own and those of its open gates. */
  private record Line(String queue, @Nullable Waiting waiting, long news, Marks.Scan scan) {
    @Nullable Integer gate() {
      return waiting == null ? null : waiting.gate;
    }
  }

  /** What one claim did, for the hints that are updated after its commit. */
  private record Done(
      Admission admission, Map<Line, Progress> progress, List<Assignment> claimed) {}

  private static final class Progress {
    long asked;
    int seen;
    int chosen;
    @Nullable Mark last;
  }

  /**
   * @param watched is told the jobs that are watched
   */
  List<Assignment> claim(
      String topic, long[] workers, boolean fromStart, List<Waiting> open, Set<UUID> watched) {
    if (open.size() > 1) {
      return claimAmong(topic, workers, fromStart, open, watched);
    }
    Passage.Passed passed = passage.claim(topic, workers, fromStart, open.getFirst(), watched);
    if (passed.claimed().size() == workers.length || passed.isAll()) {
      return passed.claimed();
    }
    var claimed = new ArrayList<>(passed.claimed());
    long[] left = Arrays.copyOfRange(workers, claimed.size(), workers.length);
    claimed.addAll(claimAmong(topic, left, fromStart, gates.open(topic), watched));
    return claimed;
  }

  private List<Assignment> claimAmong(
      String topic, long[] workers, boolean fromStart, List<Waiting> open, Set<UUID> watched) {
    var lines = new ArrayList<Line>();
    try {
      lines.add(new Line(topic, null, 0, marks.begin(topic, fromStart)));
      for (Waiting waiting : open) {
        Marks.Scan scan = marks.begin(waiting.queue(), fromStart);
        lines.add(new Line(waiting.queue(), waiting, waiting.news(), scan));
      }
      Done done =
          database.transact(connection -> claim(connection, topic, workers, lines, watched));
      done.progress.forEach((line, progress) -> learn(done.admission, line, progress));
      return done.claimed;
    } finally {
      lines.forEach(line -> line.scan.close());
    }
  }

  private Done claim(
      Connection connection, String topic, long[] workers, List<Line> lines, Set<UUID> watched)
      throws SQLException {
    Admission admission = admission(connection, lines);
    var progress = new LinkedHashMap<Line, Progress>();
    List<Candidate> heads = heads(connection, admission, lines, workers.length, progress);
    List<Candidate> chosen = admission.choose(heads, workers.length);
    Map<String, Progress> byQueue = new HashMap<>();
    progress.forEach((line, each) -> byQueue.put(line.queue, each));
    for (Candidate candidate : chosen) {
      Progress each = byQueue.getOrDefault(candidate.queue(), new Progress());
      each.chosen++;
      each.last = new Mark(candidate.lane(), candidate.seq());
    }
    List<Assignment> claimed =
        chosen.isEmpty() ? List.of() : take(connection, topic, chosen, workers, watched);
    spend(connection, admission.spent());
    return new Done(admission, progress, claimed);
  }

  private Admission admission(Connection connection, List<Line> lines) throws SQLException {
    List<Integer> asked =
        lines.stream().filter(line -> line.waiting != null).map(line -> line.waiting.gate).toList();
    Map<Integer, List<String>> carried = gates.limits(connection, asked);
    Map<String, Standing> standings = new HashMap<>();
    oldest
        .bind(STANDING.on(connection))
        .set("gates", asked.stream().mapToInt(gate -> gate).toArray())
        .list(row -> standings.merge(row.text("name"), standing(row), GatedClaims::add));
    return new Admission(List.copyOf(standings.values()), carried);
  }

  /** One row for each gate that carries the limit: what runs through them all counts. */
  private Standing standing(Row row) throws SQLException {
    boolean locked = row.flag("locked");
    if (locked) { // only who holds the lock is sure
      oldest.remember(row.count("gate"), row.numberOrNull("oldest"));
    }
    return new Standing(
        row.text("name"),
        locked,
        row.countOrNull("max_running"),
        row.number("running"),
        row.countOrNull("rate_starts"),
        row.number("started"),
        row.microsOrNull("reopens_us"),
        row.microsOrNull("paused_us"));
  }

  private static Standing add(Standing one, Standing other) {
    return new Standing(
        one.limit(),
        one.locked(),
        one.maxRunning(),
        one.running() + other.running(),
        one.rateStarts(),
        one.started(),
        one.reopens(),
        one.paused());
  }

  private static List<Candidate> heads(
      Connection connection,
      Admission admission,
      List<Line> lines,
      int slots,
      Map<Line, Progress> progress)
      throws SQLException {
    for (Line line : lines) {
      var each = new Progress();
      each.asked = Math.min(slots, admission.left(line.gate()));
      progress.put(line, each);
    }
    List<Line> asked = lines.stream().filter(line -> asked(progress, line) > 0).toList();
    return HEADS
        .on(connection)
        .set("queues", asked.stream().map(Line::queue).toArray(String[]::new))
        .set("lanes", asked.stream().mapToLong(line -> line.scan.from().lane()).toArray())
        .set("seqs", asked.stream().mapToLong(line -> line.scan.from().seq()).toArray())
        .set("most", asked.stream().mapToLong(line -> asked(progress, line)).toArray())
        .list(
            row -> {
              Line line = asked.get(row.count("nr") - 1);
              progress.computeIfAbsent(line, _ -> new Progress()).seen++;
              return new Candidate(line.queue, line.gate(), row.number("lane"), row.number("seq"));
            });
  }

  private static long asked(Map<Line, Progress> progress, Line line) {
    Progress each = progress.get(line);
    return each == null ? 0 : each.asked;
  }

  private static List<Assignment> take(
      Connection connection,
      String topic,
      List<Candidate> chosen,
      long[] workers,
      Set<UUID> watched)
      throws SQLException {
    return TAKE.on(connection)
        .set("queues", chosen.stream().map(Candidate::queue).toArray(String[]::new))
        .set("lanes", chosen.stream().mapToLong(Candidate::lane).toArray())
        .set("seqs", chosen.stream().mapToLong(Candidate::seq).toArray())
        .set("workers", workers)
        .list(row -> Claims.assignment(topic, row, watched));
  }

  private static void spend(Connection connection, Map<String, Long> spent) throws SQLException {
    if (!spent.isEmpty()) {
      List<String> names = List.copyOf(spent.keySet());
      SPEND
          .on(connection)
          .set("names", names.toArray(String[]::new))
          .set("starts", names.stream().mapToLong(spent::get).toArray())
          .update();
    }
  }

  /** Where the next claim begins, and which gates it can leave alone. */
  private static void learn(Admission admission, Line line, Progress progress) {
    if (progress.last != null) {
      line.scan.endedAt(progress.last);
    }
    if (line.waiting == null) {
      return;
    }
    if (admission.left(line.waiting.gate) == 0) {
      line.waiting.quiet(line.news, admission.reopens(line.waiting.gate));
    } else if (progress.seen < progress.asked && progress.chosen == progress.seen) {
      line.waiting.quiet(line.news, null);
    }
  }
}
