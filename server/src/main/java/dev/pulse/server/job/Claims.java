package dev.pulse.server.job;

import dev.pulse.server.job.Marks.Mark;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** How jobs go out: a batch per statement, disjoint from every other claimer's by construction. */
final class Claims {
  /** From each of these topics, from its mark on, one topic after the other until it is enough. */
  private static final String OF_EACH =
      """
      SELECT q.ctid
      FROM unnest(:topics::text[], :lanes::int8[], :seqs::int8[]) AS t(topic, lane, seq)
      CROSS JOIN LATERAL (
        SELECT ctid FROM pulse.ready
        WHERE queue = t.topic AND (lane, seq) >= (t.lane, t.seq)
        ORDER BY lane, seq LIMIT :each FOR UPDATE SKIP LOCKED) q
      LIMIT :most
      """;

  private static final String OF_ONE =
      """
      SELECT ctid FROM pulse.ready
      WHERE queue = :topic::text AND (lane, seq) >= (:lane::int8, :seq::int8)
      ORDER BY lane, seq LIMIT :each FOR UPDATE SKIP LOCKED
      """;

  /** Each job goes to a free slot; in which order they are answered is not said. */
  private static String claim(String picked, String queue) {
    return """
        WITH picked AS MATERIALIZED (         -- the fence that keeps LIMIT honest
        %s),
        taken AS (                            -- ANY(ARRAY(…)), not a join: a generic plan would hash the table
          DELETE FROM pulse.ready WHERE ctid = ANY(ARRAY(SELECT ctid FROM picked))
          RETURNING %s lane, seq, tries + 1 AS tries, forgiven, max_attempts, traits),
        placed AS MATERIALIZED (
          SELECT t.*, (:workers::int8[])[row_number() OVER ()] AS worker FROM taken t),
        lent AS (
          INSERT INTO pulse.running (seq, worker, tries, forgiven, max_attempts, traits)
          SELECT seq, worker, tries, forgiven, max_attempts, traits FROM placed)
        SELECT %s p.seq, p.lane, p.worker, p.tries, p.tries - p.forgiven AS attempt, p.max_attempts,
          p.traits,
          j.id, j.name, j.args, j.submitted_at, j.trace
        FROM placed p
        FULL JOIN (                           -- one walk along the index; each has one, but FULL is never a loop
          SELECT seq, id, name, args, submitted_at, trace FROM pulse.job
          WHERE seq = ANY(ARRAY(SELECT seq FROM placed)) OFFSET 0) j ON j.seq = p.seq
        """
        .formatted(picked, queue, queue);
  }

  static final Sql CLAIM_EACH = Sql.of(claim(OF_EACH, "queue,"));

  /** Nearly every claim: what need not be carried along is a twentieth of its price. */
  static final Sql CLAIM_ONE = Sql.of(claim(OF_ONE, ""));

  private final Database database;
  private final Gates gates;
  private final Marks marks;
  private final Watch watch;
  private final GatedClaims gated;

  Claims(Database database, Gates gates, Marks marks, Watch watch) {
    this.database = database;
    this.gates = gates;
    this.marks = marks;
    this.watch = watch;
    this.gated = new GatedClaims(database, gates, marks);
  }

  /**
   * @param workers one entry per free slot: as many of the first as jobs are claimed get one each,
   *     and its lease tells which
   * @param fromStart looks behind the mark as well
   */
  List<Assignment> claim(String topic, long[] workers, boolean fromStart) {
    if (workers.length == 0) {
      return List.of();
    }
    if (fromStart) {
      database.call(connection -> gates.look(connection, topic));
    }
    List<Gates.Waiting> open = gates.open(topic);
    if (open.isEmpty() && !fromStart && gates.isPlainQuiet(topic)) {
      return List.of();
    }
    if (open.isEmpty()) {
      return claimEach(List.of(new Pick(topic, fromStart)), workers, workers.length);
    }
    var watched = new HashSet<UUID>();
    return withContexts(gated.claim(topic, workers, fromStart, open, watched), watched);
  }

  /** One topic after the other; whatever limits their jobs carry is left alone. */
  List<Assignment> claimEach(List<Pick> picks, long[] workers, int each) {
    Map<String, Draw> draws = new LinkedHashMap<>();
    try {
      for (Pick pick : picks) {
        draws.put(
            pick.topic(), new Draw(pick.topic(), marks.begin(pick.topic(), pick.fromStart())));
      }
      var watched = new HashSet<UUID>();
      List<Claimed> claimed =
          database.call(
              connection ->
                  (draws.size() == 1
                          ? ofOne(connection, draws)
                          : ofEach(connection, draws).set("most", (long) workers.length))
                      .set("each", (long) each)
                      .set("workers", workers)
                      .list(row -> Claimed.read(row, drawn(row, draws), watched)));
      Collections.sort(claimed);
      draws.values().forEach(draw -> draw.scan.endedAt(draw.last));
      return withContexts(claimed.stream().map(Claimed::job).toList(), watched);
    } finally {
      draws.values().forEach(draw -> draw.scan.close());
    }
  }

  /** What a claim takes from one topic: how far it got is where the next one begins. */
  private static final class Draw {
    final String topic;
    final Marks.Scan scan;
    Mark last;

    Draw(String topic, Marks.Scan scan) {
      this.topic = topic;
      this.scan = scan;
      this.last = scan.from();
    }
  }

  private static Draw drawn(Row row, Map<String, Draw> draws) throws SQLException {
    if (draws.size() == 1) {
      return draws.values().iterator().next();
    }
    return Objects.requireNonNull(draws.get(row.text("queue")));
  }

  private static Sql.Call ofOne(Connection connection, Map<String, Draw> draws)
      throws SQLException {
    Draw only = draws.values().iterator().next();
    return CLAIM_ONE
        .on(connection)
        .set("topic", only.topic)
        .set("lane", only.scan.from().lane())
        .set("seq", only.scan.from().seq());
  }

  private static Sql.Call ofEach(Connection connection, Map<String, Draw> draws)
      throws SQLException {
    return CLAIM_EACH
        .on(connection)
        .set("topics", draws.keySet().toArray(String[]::new))
        .set("lanes", draws.values().stream().mapToLong(draw -> draw.scan.from().lane()).toArray())
        .set("seqs", draws.values().stream().mapToLong(draw -> draw.scan.from().seq()).toArray());
  }

  /** A job and where it stood. */
  private record Claimed(Mark place, Assignment job) implements Comparable<Claimed> {
    /** Its topic is the one that was asked for, not a copy: it is looked up at every step. */
    static Claimed read(Row row, Draw draw, Set<UUID> watched) throws SQLException {
      Mark place = Mark.read(row);
      draw.last = Mark.higher(draw.last, place);
      return new Claimed(place, assignment(draw.topic, row, watched, row.count("traits") == 0));
    }

    @Override
    public int compareTo(Claimed other) {
      return place.compareTo(other.place);
    }
  }

  private List<Assignment> withContexts(List<Assignment> claimed, Set<UUID> watched) {
    if (watched.isEmpty()) {
      return claimed;
    }
    Map<UUID, String> contexts = watch.contexts(watched);
    return claimed.stream().map(job -> job.with(contexts.get(job.id()))).toList();
  }

  /** Reads what was claimed behind limits. */
  static Assignment assignment(String topic, Row row, Set<UUID> watched) throws SQLException {
    return assignment(topic, row, watched, false);
  }

  /** Who is watched is noted. */
  private static Assignment assignment(String topic, Row row, Set<UUID> watched, boolean plain)
      throws SQLException {
    if (Traits.isNode(row.count("traits"))) {
      watched.add(row.uuid("id"));
    }
    return new Assignment(
        new Lease(row.number("seq"), row.number("worker"), row.count("tries")),
        row.uuid("id"),
        row.text("name"),
        topic,
        row.text("args"),
        row.count("attempt"),
        row.count("max_attempts"),
        row.instant("submitted_at"),
        row.textOrNull("trace"),
        null,
        plain);
  }
}
