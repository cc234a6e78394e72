package dev.pulse.server.job;

import dev.pulse.server.job.Marks.Mark;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** How jobs go out: a batch per statement, disjoint from every other claimer's by construction. */
final class Claims {
  static final Sql CLAIM =
      Sql.of(
          """
          WITH picked AS MATERIALIZED (         -- the fence that keeps LIMIT honest
            SELECT q.ctid
            FROM unnest(:topics::text[], :lanes::int8[], :seqs::int8[]) AS t(topic, lane, seq)
            CROSS JOIN LATERAL (
              SELECT ctid FROM pulse.ready
              WHERE queue = t.topic AND (lane, seq) >= (t.lane, t.seq)
              ORDER BY lane, seq LIMIT :each FOR UPDATE SKIP LOCKED) q),
          taken AS (                            -- ANY(ARRAY(…)), not a join: a generic plan would hash the table
            DELETE FROM pulse.ready WHERE ctid = ANY(ARRAY(SELECT ctid FROM picked))
            RETURNING queue, lane, seq, tries + 1 AS tries, forgiven, max_attempts, traits),
          placed AS MATERIALIZED (              -- first come, first served: the i-th job to the i-th free slot
            SELECT t.*, (:workers::int8[])[row_number() OVER (ORDER BY lane, seq)] AS worker
            FROM taken t),
          lent AS (
            INSERT INTO pulse.running (seq, worker, tries, forgiven, max_attempts, traits)
            SELECT seq, worker, tries, forgiven, max_attempts, traits FROM placed)
          SELECT p.queue, p.seq, p.lane, p.worker, p.tries, p.tries - p.forgiven AS attempt, p.max_attempts,
            p.traits,
            j.id, j.name, j.args, j.submitted_at, j.trace
          FROM placed p
          FULL JOIN (                           -- one walk along the index; each has one, but FULL is never a loop
            SELECT seq, id, name, args, submitted_at, trace FROM pulse.job
            WHERE seq = ANY(ARRAY(SELECT seq FROM placed)) OFFSET 0) j ON j.seq = p.seq
          ORDER BY p.lane, p.seq
          """);

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
   * @param workers one entry per free slot: who gets the next job
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
      return claimEach(List.of(new Pick(topic, fromStart)), workers);
    }
    var watched = new HashSet<UUID>();
    return withContexts(gated.claim(topic, workers, fromStart, open, watched), watched);
  }

  /**
   * From each topic the same share of the slots; whatever limits their jobs carry is left alone.
   */
  List<Assignment> claimEach(List<Pick> picks, long[] workers) {
    Map<String, Marks.Scan> scans = new LinkedHashMap<>();
    try {
      picks.forEach(pick -> scans.put(pick.topic(), marks.begin(pick.topic(), pick.fromStart())));
      Map<String, Mark> ends = new HashMap<>();
      var watched = new HashSet<UUID>();
      List<Assignment> claimed =
          database.call(
              connection ->
                  from(CLAIM.on(connection), scans)
                      .set("each", (long) workers.length / picks.size())
                      .set("workers", workers)
                      .list(
                          row -> {
                            String topic = row.text("queue");
                            ends.put(topic, Mark.read(row));
                            return assignment(topic, row, watched);
                          }));
      scans.forEach((topic, scan) -> scan.endedAt(ends.getOrDefault(topic, scan.from())));
      return withContexts(claimed, watched);
    } finally {
      scans.values().forEach(Marks.Scan::close);
    }
  }

  private static Sql.Call from(Sql.Call call, Map<String, Marks.Scan> scans) throws SQLException {
    return call.set("topics", scans.keySet().toArray(String[]::new))
        .set("lanes", scans.values().stream().mapToLong(scan -> scan.from().lane()).toArray())
        .set("seqs", scans.values().stream().mapToLong(scan -> scan.from().seq()).toArray());
  }

  private List<Assignment> withContexts(List<Assignment> claimed, Set<UUID> watched) {
    if (watched.isEmpty()) {
      return claimed;
    }
    Map<UUID, String> contexts = watch.contexts(watched);
    return claimed.stream().map(job -> job.with(contexts.get(job.id()))).toList();
  }

  /** Reads what was claimed; who is watched is noted. */
  static Assignment assignment(String topic, Row row, Set<UUID> watched) throws SQLException {
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
        null);
  }
}
