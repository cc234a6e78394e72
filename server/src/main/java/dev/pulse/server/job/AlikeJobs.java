package dev.pulse.server.job;

import dev.pulse.server.postgres.Cells;
import dev.pulse.server.postgres.Inquiry;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * The way in for plain jobs that differ in nothing but their args, as a burst of them mostly does.
 * What they have in common is said once: a column less to take apart and carry along is two in a
 * hundred of what the statement costs.
 */
final class AlikeJobs {
  private static final String GIVEN =
      """
      WITH given AS MATERIALIZED (           -- numbered in the order given: FIFO within the batch
        SELECT nextval('pulse.job_seq') AS seq, g.*,
      """
          + LoneJob.LANE;

  private static final String BORN =
      """
      born AS (
        INSERT INTO pulse.job (seq, id, lane, priority, max_attempts, name, topic, trace, args)
        SELECT seq, id, lane, :priority::int2, :max_attempts::int2, :name::text,
          :topic::text, :trace::text, args::json
        FROM given),
      """;

  /** They wait their turn; answers from where to claim. */
  static final Sql QUEUE =
      Sql.of(
          GIVEN
              + "FROM unnest(:ids::uuid[], :args::text[]) AS g(id, args)),"
              + BORN
              + """
                due AS (
                  INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
                  SELECT lane, seq, 0, 0, :max_attempts::int2, 0, :topic::text FROM given)
                SELECT min(lane) AS lane, min(seq) AS seq FROM given
                """);

  /** Each starts at once; or none of them is taken, because something waits before them. */
  static final Sql LEND =
      Sql.of(
          GIVEN
              + """
                FROM unnest(:ids::uuid[], :args::text[], :workers::int8[])
                  WITH ORDINALITY AS g(id, args, worker, nr)
                """
              + LoneJob.FIRST
              + "),"
              + BORN
              + """
                started AS (
                  INSERT INTO pulse.running (seq, worker, tries, forgiven, max_attempts, traits)
                  SELECT seq, worker, 1, 0, :max_attempts::int2, 0 FROM given)
                SELECT nr, lane, seq, worker, (extract(epoch FROM now()) * 1000000)::int8 AS submitted_us
                FROM given
                """);

  private final Marks marks;
  private final Aging aging;

  AlikeJobs(Marks marks, Aging aging) {
    this.marks = marks;
    this.aging = aging;
  }

  static boolean are(List<NewJob> jobs) {
    NewJob first = jobs.getFirst();
    for (NewJob job : jobs) {
      if (!job.name().equals(first.name())
          || !job.topic().equals(first.topic())
          || job.priority() != first.priority()
          || job.maxAttempts() != first.maxAttempts()
          || !Objects.equals(job.trace(), first.trace())) {
        return false;
      }
    }
    return true;
  }

  Inquiry<Place> queue(List<NewJob> jobs) {
    NewJob first = jobs.getFirst();
    return bind(QUEUE.given(), jobs).reading(row -> Place.waits(LoneJob.arrival(first, row)));
  }

  /** Answered by nothing, if something waits before them. */
  Inquiry<Place> lend(List<NewJob> jobs, long[] workers) {
    NewJob first = jobs.getFirst();
    return LoneJob.behind(marks.of(first.topic()), bind(LEND.given(), jobs))
        .set("workers", workers)
        .reading(row -> lent(first, row));
  }

  private static Place lent(NewJob first, Cells row) throws SQLException {
    int at = (int) row.number("nr") - 1;
    return Place.lent(at, LoneJob.arrival(first, row), row.number("worker"), row);
  }

  private Sql.Given bind(Sql.Given statement, List<NewJob> jobs) {
    return LoneJob.kind(new NewJobColumns(jobs).bindOwn(statement), jobs.getFirst(), aging);
  }
}
