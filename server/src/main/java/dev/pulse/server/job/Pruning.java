package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.time.Duration;

/** Forgets what is older than the retention (J11), a bounded chunk at a time. */
final class Pruning {
  static final Sql PRUNE_JOBS =
      Sql.of(
          """
          WITH old AS MATERIALIZED (
            SELECT seq FROM pulse.finished
            WHERE finished_at < now() - :retention * interval '1 microsecond'
            ORDER BY finished_at LIMIT :chunk FOR UPDATE SKIP LOCKED),
          gone AS (
            DELETE FROM pulse.finished WHERE seq = ANY(ARRAY(SELECT seq FROM old))),
          history AS (
            DELETE FROM pulse.attempt WHERE seq = ANY(ARRAY(SELECT seq FROM old))),
          logs AS (
            DELETE FROM pulse.attempt_log WHERE seq = ANY(ARRAY(SELECT seq FROM old)))
          DELETE FROM pulse.job WHERE seq = ANY(ARRAY(SELECT seq FROM old))
          """);

  /** Of jobs that live on; those of finished jobs go with them. */
  static final Sql PRUNE_ATTEMPTS =
      Sql.of(
          """
          WITH old AS MATERIALIZED (
            SELECT ctid, seq, tries FROM pulse.attempt
            WHERE ended_at < now() - :retention * interval '1 microsecond'
            ORDER BY ended_at LIMIT :chunk FOR UPDATE SKIP LOCKED),
          logs AS (
            DELETE FROM pulse.attempt_log WHERE ctid = ANY(ARRAY(
              SELECT l.ctid FROM old o
              CROSS JOIN LATERAL (SELECT ctid FROM pulse.attempt_log
                WHERE seq = o.seq AND tries = o.tries OFFSET 0) l)))
          DELETE FROM pulse.attempt WHERE ctid = ANY(ARRAY(SELECT ctid FROM old))
          """);

  static final Sql PRUNE_WORKERS =
      Sql.of(
          """
          DELETE FROM pulse.worker w
          WHERE w.gone_at < now() - :retention * interval '1 microsecond' - interval '1 hour'
            AND NOT EXISTS (SELECT FROM pulse.running r WHERE r.worker = w.id)
          """);

  private final Database database;

  Pruning(Database database) {
    this.database = database;
  }

  /** Answers how many jobs and attempts went. */
  int prune(Duration retention, int chunk) {
    return database.call(
        connection -> {
          int gone =
              PRUNE_JOBS
                  .on(connection)
                  .set("retention", retention)
                  .set("chunk", (long) chunk)
                  .update();
          gone +=
              PRUNE_ATTEMPTS
                  .on(connection)
                  .set("retention", retention)
                  .set("chunk", (long) chunk)
                  .update();
          PRUNE_WORKERS.on(connection).set("retention", retention).update();
          return gone;
        });
  }
}
