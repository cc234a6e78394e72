package dev.pulse.server.run;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How runs are canceled, retried and, in the end, forgotten. */
final class Ending {
  private static final Logger log = LoggerFactory.getLogger(Ending.class);

  static final Sql UNWINDING =
      Sql.of("SELECT id FROM pulse.run WHERE unwinding ORDER BY id LIMIT :chunk");

  static final Sql JOBS =
      Sql.of(
          """
          SELECT job_id FROM pulse.run_node
          WHERE run_id = :run AND status = 'canceled' AND job_id IS NOT NULL ORDER BY place
          """);

  static final Sql UNWOUND =
      Sql.of("UPDATE pulse.run SET unwinding = false WHERE id = :run AND unwinding");

  static final Sql PRUNE =
      Sql.of(
          """
          WITH old AS MATERIALIZED (
            SELECT id FROM pulse.run
            WHERE closed_at < now() - :retention * interval '1 microsecond'
            ORDER BY closed_at LIMIT :chunk FOR UPDATE SKIP LOCKED),
          nodes AS (DELETE FROM pulse.run_node WHERE run_id = ANY(ARRAY(SELECT id FROM old))),
          work AS (DELETE FROM pulse.run_work WHERE run_id = ANY(ARRAY(SELECT id FROM old))),
          waits AS (DELETE FROM pulse.wait WHERE run_id = ANY(ARRAY(SELECT id FROM old))),
          events AS (DELETE FROM pulse.run_event WHERE run_id = ANY(ARRAY(SELECT id FROM old))),
          memory AS (DELETE FROM pulse.run_memory WHERE run_id = ANY(ARRAY(SELECT id FROM old)))
          DELETE FROM pulse.run WHERE id = ANY(ARRAY(SELECT id FROM old))
          """);

  private final Database database;
  private final RunStore store;
  private volatile Consumer<UUID> canceling;

  /**
   * @param canceling cancels a job
   */
  Ending(Database database, RunStore store, Consumer<UUID> canceling) {
    this.database = database;
    this.store = store;
    this.canceling = canceling;
  }

  void onCancel(Consumer<UUID> better) {
    canceling = better;
  }

  /**
   * Closes the run. Its jobs are canceled after that, not with it: a job's row comes before the
   * run's in the lock order. If we die in between, the sweeper does the rest, and whatever the jobs
   * still answer finds the run closed.
   */
  void cancel(UUID id) {
    boolean unwinding =
        database.transact(
            connection -> {
              RunState run = store.lock(connection, id, RunStore.Waits.PENDING);
              run.cancel();
              store.save(connection, List.of(run));
              return run.unwinding;
            });
    if (unwinding) {
      unwind(id);
    }
  }

  /** What was canceled and is still about is gone before anything starts anew. */
  void retry(UUID id) {
    unwind(id);
    database.transact(
        connection -> {
          RunState run = store.lock(connection, id, RunStore.Waits.PENDING);
          run.retry(Set.of());
          run.unwinding = false;
          store.save(connection, List.of(run));
          return run;
        });
  }

  /** A step of the sweeper: cancels what a server that died left behind. */
  int unwind(int chunk) {
    List<UUID> runs =
        database.call(
            connection ->
                UNWINDING.on(connection).set("chunk", (long) chunk).list(row -> row.uuid("id")));
    runs.forEach(this::unwind);
    return runs.size();
  }

  private void unwind(UUID id) {
    List<UUID> jobs =
        database.call(
            connection -> JOBS.on(connection).set("run", id).list(row -> row.uuid("job_id")));
    for (UUID job : jobs) {
      cancelJob(job);
    }
    database.call(connection -> UNWOUND.on(connection).set("run", id).update());
  }

  private void cancelJob(UUID job) {
    try {
      canceling.accept(job);
    } catch (JobRefused e) {
      log.debug("job {} has ended by itself: {}", job, e.getMessage());
    }
  }

  int prune(Duration retention, int chunk) {
    return database.call(
        connection ->
            PRUNE.on(connection).set("retention", retention).set("chunk", (long) chunk).update());
  }
}
