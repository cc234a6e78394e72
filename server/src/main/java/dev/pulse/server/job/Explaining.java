package dev.pulse.server.job;

import dev.pulse.server.job.Explanation.Reason;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds out what a job waits for. */
final class Explaining {
  static final Sql AHEAD =
      Sql.of(
          """
          SELECT
            (SELECT count(*) FROM (SELECT FROM pulse.ready q
              WHERE q.queue = pulse.queue_of(j.topic, j.gate) AND (q.lane, q.seq) < (j.lane, j.seq) LIMIT :cap) AS capped)
              AS ahead,
            (SELECT count(*) FROM pulse.worker w
              WHERE w.gone_at IS NULL AND w.lease_until > now() AND j.topic = ANY(w.topics))
              AS workers,
            (SELECT count(*) FROM pulse.worker w
              WHERE w.gone_at IS NULL AND w.lease_until > now() AND j.topic = ANY(w.topics)
                AND (w.handlers = '{}' OR j.name = ANY(w.handlers)))
              AS able
          FROM pulse.job j WHERE j.id = :id
          """);

  /** The limits it carries that somebody set. */
  static final Sql LIMITS =
      Sql.of(
          """
          SELECT l.name, l.max_running, l.running, l.rate_starts, l.rate_per::text AS rate_per, l.started,
            CASE WHEN l.paused_until > now() THEN l.paused_until END AS paused_until, l.pause_reason
          FROM pulse.limits l WHERE l.name = ANY(:limits) ORDER BY l.name
          """);

  private final Database database;
  private final Lookup lookup;
  private final Watch watch;

  Explaining(Database database, Lookup lookup, Watch watch) {
    this.database = database;
    this.lookup = lookup;
    this.watch = watch;
  }

  Explanation explain(UUID id) {
    Job job = lookup.find(id).orElseThrow(() -> JobRefused.notFound(id));
    List<Reason> reasons =
        switch (job.status()) {
          case SCHEDULED -> List.of(new Reason("not_due", "It is due at " + job.nextRunAt() + "."));
          case RETRYING ->
              List.of(
                  new Reason(
                      "retrying",
                      "Attempt %d of %d failed (%s); the next is due at %s."
                          .formatted(
                              job.attempts(),
                              job.maxAttempts(),
                              job.lastError(),
                              job.nextRunAt())));
          case PENDING -> pending(job);
          case RUNNING ->
              List.of(
                  new Reason(
                      "running",
                      "%s runs attempt %d since %s; its lease ends at %s."
                          .formatted(
                              job.lockedBy(), job.attempts(), job.startedAt(), job.leaseUntil())));
          case COMPLETED, DEAD_LETTERED, CANCELED ->
              List.of(
                  new Reason(
                      "finished", "It is " + job.status() + " since " + job.finishedAt() + "."));
        };
    var all = new ArrayList<>(watch.explain(job)); // the larger picture first
    all.addAll(reasons);
    return new Explanation(id, job.status(), all);
  }

  /** Who could take it, and who is before it. */
  private record Seen(long ahead, long workers, long able) {}

  private Seen seen(Job job) {
    return database
        .call(
            connection ->
                AHEAD
                    .on(connection)
                    .set("id", job.id())
                    .set("cap", Lookup.COUNT_CAP)
                    .first(
                        row ->
                            new Seen(
                                row.number("ahead"), row.number("workers"), row.number("able"))))
        .orElseThrow(() -> JobRefused.notFound(job.id()));
  }

  private List<Reason> pending(Job job) {
    Seen seen = seen(job);
    var reasons = new ArrayList<Reason>();
    if (seen.workers() == 0) {
      reasons.add(
          new Reason("no_worker", "No worker is connected for its topic " + job.topic() + "."));
    } else if (seen.able() == 0) {
      reasons.add(
          new Reason(
              "no_handler",
              "No worker of its topic %s has a handler for %s: it would fail there."
                  .formatted(job.topic(), job.name())));
    }
    reasons.addAll(limits(job));
    if (seen.ahead() > 0) {
      String number =
          seen.ahead() >= Lookup.COUNT_CAP ? "at least " + seen.ahead() : "" + seen.ahead();
      reasons.add(
          new Reason(
              "behind", "It is behind %s other jobs of topic %s.".formatted(number, job.topic())));
    }
    if (reasons.isEmpty()) {
      reasons.add(new Reason("next", "It is next in its topic and starts when a slot is free."));
    }
    return reasons;
  }

  private List<Reason> limits(Job job) {
    var reasons = new ArrayList<Reason>();
    if (!job.limits().isEmpty()) {
      database.call(
          connection ->
              LIMITS
                  .on(connection)
                  .set("limits", job.limits().toArray(String[]::new))
                  .list(row -> limit(row).map(reasons::add)));
    }
    return reasons;
  }

  /** What of one limit keeps the job from starting, if it does. */
  private static Optional<Reason> limit(Row row) throws SQLException {
    String name = row.text("name");
    Instant pausedUntil = row.instantOrNull("paused_until");
    if (pausedUntil != null) {
      return Optional.of(
          new Reason(
              "limit_paused",
              "Limit %s is paused until %s: %s"
                  .formatted(name, pausedUntil, row.textOrNull("pause_reason"))));
    }
    Integer most = row.countOrNull("max_running");
    if (most != null && row.number("running") >= most) {
      return Optional.of(
          new Reason(
              "limit_reached",
              "Limit %s is reached: %d of %d run.".formatted(name, row.number("running"), most)));
    }
    Integer starts = row.countOrNull("rate_starts");
    if (starts != null && row.number("started") >= starts) {
      return Optional.of(
          new Reason(
              "limit_rate",
              "Limit %s let %d start within %s, as many as it may."
                  .formatted(name, row.number("started"), row.text("rate_per"))));
    }
    return Optional.empty();
  }
}
