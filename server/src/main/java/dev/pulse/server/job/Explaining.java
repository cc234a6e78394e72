package dev.pulse.server.job;

import dev.pulse.server.job.Explanation.Reason;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Finds out what a job waits for. */
final class Explaining {
  static final Sql AHEAD =
      Sql.of(
          """
          SELECT
            (SELECT count(*) FROM (SELECT FROM pulse.ready q
              WHERE q.topic = j.topic AND (q.lane, q.seq) < (j.lane, j.seq) LIMIT :cap) AS capped)
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
    if (job.origin().runId() == null) {
      return new Explanation(id, job.status(), reasons);
    }
    var all = new ArrayList<>(watch.watcher().explain(job)); // the larger picture first
    all.addAll(reasons);
    return new Explanation(id, job.status(), all);
  }

  private List<Reason> pending(Job job) {
    record Seen(long ahead, long workers, long able) {}
    Seen seen =
        database
            .call(
                connection ->
                    AHEAD
                        .on(connection)
                        .set("id", job.id())
                        .set("cap", Lookup.COUNT_CAP)
                        .first(
                            row ->
                                new Seen(
                                    row.number("ahead"),
                                    row.number("workers"),
                                    row.number("able"))))
            .orElseThrow(() -> JobRefused.notFound(job.id()));
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
}
