package dev.pulse.server.job;

import dev.pulse.server.postgres.Inquiry;
import dev.pulse.server.postgres.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The short way in for plain jobs, and most are: due now, without a key, limits, a backoff or an
 * origin of their own. Every part of a statement costs something each time, used or not; what these
 * jobs do not have is no part of theirs.
 */
final class PlainJobs {
  private static final String GIVEN =
      """
      given AS MATERIALIZED (           -- numbered in the order given: FIFO within the batch
        SELECT nextval('pulse.job_seq') AS seq, g.*,
          CASE WHEN g.aging_us IS NULL THEN -g.priority::int8
            ELSE pulse.lane_of(g.priority, g.aging_us * interval '1 microsecond', now())
            END AS lane
        FROM unnest(:ids::uuid[], :names::text[], :topics::text[], :args::text[],
            :priorities::int2[], :max_attempts::int2[], :traces::text[], :agings::int8[],
            :workers::int8[])
          WITH ORDINALITY AS g(id, name, topic, args, priority, max_attempts, trace, aging_us,
            worker, nr)
      """;

  private static final String BORN =
      """
      born AS (
        INSERT INTO pulse.job (seq, id, lane, priority, max_attempts, name, topic, trace, args)
        SELECT seq, id, lane, priority, max_attempts, name, topic, trace, args::json
        FROM given),
      """;

  /** They wait their turn; answers from where to claim. */
  static final Sql QUEUE =
      Sql.of(
          "WITH "
              + GIVEN
              + "),"
              + BORN
              + """
                due AS (
                  INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
                  SELECT lane, seq, 0, 0, max_attempts, 0, topic FROM given)
                SELECT 0 AS nr, topic AS queue, min(lane) AS lane, min(seq) AS seq,
                  NULL::int8 AS lent_to
                FROM given GROUP BY topic
                """);

  /** Each starts at once; or none of them is taken, because something waits before one of them. */
  static final Sql LEND =
      Sql.of(
          """
          WITH busy AS MATERIALIZED (
            SELECT FROM unnest(:offered::text[], :lanes::int8[], :seqs::int8[]) AS f(topic, lane, seq)
            WHERE EXISTS (SELECT FROM pulse.ready r
              WHERE r.queue = f.topic AND (r.lane, r.seq) >= (f.lane, f.seq))),
          """
              + GIVEN
              + "WHERE NOT EXISTS (SELECT FROM busy)),"
              + BORN
              + """
                started AS (
                  INSERT INTO pulse.running (seq, worker, tries, forgiven, max_attempts, traits)
                  SELECT seq, worker, 1, 0, max_attempts, 0 FROM given)
                SELECT nr, topic AS queue, lane, seq, worker AS lent_to,
                  (extract(epoch FROM now()) * 1000000)::int8 AS submitted_us
                FROM given
                """);

  private final Marks marks;
  private final Aging aging;
  private final LoneJob lone;
  private final AlikeJobs alike;

  PlainJobs(Marks marks, Aging aging) {
    this.marks = marks;
    this.aging = aging;
    this.lone = new LoneJob(marks, aging);
    this.alike = new AlikeJobs(marks, aging);
  }

  static boolean are(List<NewJob> jobs) {
    for (NewJob job : jobs) {
      if (!job.isPlain()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Answered by where they came to stand; by nothing, if none was taken because something waits
   * before one that was to start. Null: some were to start and others not, which is no plain way.
   *
   * @param workers for each job who has a free slot for it, or 0; or nothing
   */
  @Nullable Inquiry<Place> inquiry(List<NewJob> jobs, long[] workers) {
    int lent = lent(workers);
    if (lent > 0 && lent < jobs.size()) {
      return null;
    }
    if (jobs.size() == 1) {
      NewJob only = jobs.getFirst();
      return lent == 0 ? lone.queue(only) : lone.lend(only, workers[0]);
    }
    if (AlikeJobs.are(jobs)) {
      return lent == 0 ? alike.queue(jobs) : alike.lend(jobs, workers);
    }
    Sql.Given statement = new NewJobColumns(jobs).bindPlain((lent == 0 ? QUEUE : LEND).given());
    statement
        .set("agings", aging.of(jobs))
        .set("workers", lent == 0 ? Submissions.NOBODY : workers);
    return (lent == 0 ? statement : Offered.of(jobs, workers, marks).bind(statement))
        .reading(Place::read);
  }

  private static int lent(long[] workers) {
    int lent = 0;
    for (long worker : workers) {
      lent += worker == 0 ? 0 : 1;
    }
    return lent;
  }
}
