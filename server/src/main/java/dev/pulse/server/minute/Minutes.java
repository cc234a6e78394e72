package dev.pulse.server.minute;

import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.TopicCount;
import dev.pulse.server.metrics.Tally;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The door of minutes. A server counts in memory, as it does anyway, and now and then adds what it
 * counted since to the minute that is; any number of servers add up. What a killed server had not
 * written yet is missing from a chart and from nothing else.
 */
public final class Minutes {
  private static final Duration KEPT = Duration.ofDays(7);
  private static final int MOST = 24 * 60;

  /** Numbers are added, what was seen is replaced: everybody sees the same tables. */
  static final Sql ADD =
      Sql.of(
          """
          INSERT INTO pulse.minute AS m (at, submitted, started, completed, failed, dead, waiting, running, latency)
          VALUES (date_trunc('minute', now()), :submitted, :started, :completed, :failed, :dead,
            :waiting, :running, :latency)
          ON CONFLICT (at) DO UPDATE SET
            submitted = m.submitted + excluded.submitted, started = m.started + excluded.started,
            completed = m.completed + excluded.completed, failed = m.failed + excluded.failed,
            dead = m.dead + excluded.dead, waiting = excluded.waiting, running = excluded.running,
            latency = ARRAY(
              SELECT coalesce(was, 0) + coalesce(more, 0)
              FROM unnest(m.latency, excluded.latency) WITH ORDINALITY AS step(was, more, n) ORDER BY n)
          """);

  static final Sql LIST =
      Sql.of(
          """
          SELECT at, submitted, started, completed, failed, dead, waiting, running,
            array_to_string(latency, ',') AS latency
          FROM pulse.minute WHERE at >= :since ORDER BY at LIMIT :limit
          """);

  static final Sql PRUNE =
      Sql.of("DELETE FROM pulse.minute WHERE at < now() - :kept * interval '1 microsecond'");

  private final Database database;
  private final Jobs jobs;
  private final Supplier<Tally> counting;
  private Seen written = new Seen(Tally.NOTHING, -1, -1);

  /** What is known to be in the table. */
  private record Seen(Tally counted, long waiting, long running) {}

  /**
   * @param counting what this server has counted so far
   */
  public Minutes(Database database, Jobs jobs, Supplier<Tally> counting) {
    this.database = database;
    this.jobs = jobs;
    this.counting = counting;
  }

  /**
   * Adds what was counted since the last time that worked; a server where nothing happens writes
   * nothing.
   */
  public synchronized int add() {
    Seen now = look();
    if (now.equals(written)) {
      return 0;
    }
    Tally news = now.counted().since(written.counted());
    database.call(
        connection ->
            ADD.on(connection)
                .set("submitted", news.submitted())
                .set("started", news.started())
                .set("completed", news.completed())
                .set("failed", news.failed())
                .set("dead", news.dead())
                .set("waiting", now.waiting())
                .set("running", now.running())
                .set("latency", news.latency().toArray(Long[]::new))
                .update());
    written = now;
    return 1;
  }

  private Seen look() {
    Tally counted = counting.get();
    List<TopicCount> counts = jobs.counts();
    return new Seen(counted, sum(counts, JobStatus.PENDING), sum(counts, JobStatus.RUNNING));
  }

  private static long sum(List<TopicCount> counts, JobStatus status) {
    return counts.stream()
        .filter(count -> count.status() == status)
        .mapToLong(TopicCount::count)
        .sum();
  }

  /** The minutes since then in which something happened, oldest first; a day of them at most. */
  public List<Minute> list(Instant since) {
    return database.call(
        connection ->
            LIST.on(connection).set("since", since).set("limit", (long) MOST).list(Minutes::read));
  }

  public int prune() {
    return database.call(connection -> PRUNE.on(connection).set("kept", KEPT).update());
  }

  private static Minute read(Row row) throws SQLException {
    var latency = new ArrayList<Long>(Tally.NOTHING.latency());
    String[] kept = row.text("latency").split(",", -1);
    for (int at = 0; at < Math.min(kept.length, latency.size()); at++) {
      latency.set(at, kept[at].isEmpty() ? 0L : Long.valueOf(kept[at]));
    }
    var counted =
        new Tally(
            row.number("submitted"),
            row.number("started"),
            row.number("completed"),
            row.number("failed"),
            row.number("dead"),
            latency);
    return new Minute(row.instant("at"), counted, row.number("waiting"), row.number("running"));
  }
}
