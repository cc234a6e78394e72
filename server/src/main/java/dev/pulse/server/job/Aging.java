package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Priority aging (J15): in a topic that has it, waiting that long is worth one point of priority.
 * Off unless set. A change puts the waiting jobs in their new order, so it costs the more the more
 * wait.
 *
 * <p>What is set is known in memory, because a look for each submit would be a tenth of its price.
 * A server that hears of a change made elsewhere puts right what it submitted by the old rule.
 */
final class Aging {
  static final Sql SET =
      Sql.of(
          """
          INSERT INTO pulse.topic (name, aging)
          VALUES (:topic, :aging::int8 * interval '1 microsecond')
          ON CONFLICT (name) DO UPDATE SET aging = excluded.aging
          """);

  static final Sql ALL =
      Sql.of(
          """
          SELECT name, (extract(epoch FROM aging) * 1000000)::int8 AS aging_us FROM pulse.topic
          WHERE aging IS NOT NULL
          """);

  /** Jobs that are not ready keep no place but their lane. */
  static final Sql REORDER_JOBS =
      Sql.of(
          """
          UPDATE pulse.job j SET lane = pulse.lane_of(j.priority, t.aging, j.submitted_at)
          FROM pulse.topic t
          WHERE t.name = :topic AND j.topic = t.name AND j.seq IN (
              SELECT seq FROM pulse.later UNION ALL SELECT seq FROM pulse.running)
            AND j.lane <> pulse.lane_of(j.priority, t.aging, j.submitted_at)
          """);

  static final Sql REORDER_READY =
      Sql.of(
          """
          WITH placed AS (
            UPDATE pulse.job j SET lane = pulse.lane_of(j.priority, t.aging, j.submitted_at)
            FROM pulse.topic t, pulse.ready q
            WHERE t.name = :topic AND q.queue >= t.name AND q.queue < t.name || E'\\n'
              AND j.topic = t.name AND j.seq = q.seq
              AND j.lane <> pulse.lane_of(j.priority, t.aging, j.submitted_at)
            RETURNING j.seq, j.lane),
          moved AS (
            UPDATE pulse.ready q SET lane = p.lane FROM placed p
            WHERE q.queue >= :topic AND q.queue < :topic || E'\\n' AND q.seq = p.seq
            RETURNING q.queue, q.lane, q.seq)
          SELECT DISTINCT ON (queue) queue, lane, seq FROM moved ORDER BY queue, lane, seq
          """);

  private static final @Nullable Long[] NOTHING = {};

  private final Database database;
  private final Arrivals arrivals;

  private volatile Map<String, Duration> known;

  /** Topics that have another rule and perhaps jobs that still stand by the old one. */
  private final Set<String> disordered = ConcurrentHashMap.newKeySet();

  /** Knows what is set before the first submit; a database that cannot say fails it. */
  Aging(Database database, Arrivals arrivals) {
    this.database = database;
    this.arrivals = arrivals;
    this.known = all();
  }

  /** What is set, by topic. */
  Map<String, Duration> all() {
    var all = new TreeMap<String, Duration>();
    database.call(
        connection ->
            ALL.on(connection)
                .list(
                    row ->
                        all.put(
                            row.text("name"), Duration.ofNanos(row.number("aging_us") * 1_000))));
    return all;
  }

  /** For each job how many microseconds are worth a point, or null; nothing where no topic ages. */
  @Nullable Long[] of(List<NewJob> jobs) {
    if (known.isEmpty()) {
      return NOTHING;
    }
    return jobs.stream().map(this::of).toArray(Long[]::new);
  }

  /** How many microseconds are worth a point to it; null: none. */
  @Nullable Long of(NewJob job) {
    Duration aging = known.get(job.topic());
    return aging == null ? null : aging.toNanos() / 1_000;
  }

  void set(String topic, @Nullable Duration aging) {
    Rules.text("topic", topic, NewJob.LONGEST_NAME);
    if (aging != null && aging.compareTo(Duration.ofSeconds(1)) < 0) {
      throw JobRefused.invalid("aging is a second or more, not " + aging);
    }
    database.call(
        connection -> SET.on(connection).set("topic", topic).set("aging", aging).update());
    refresh();
    reorder(topic);
  }

  /** Learns what other servers were told; answers for how many topics that is news. */
  int follow() {
    refresh();
    Set<String> changed = Set.copyOf(disordered);
    changed.forEach(this::reorder);
    return changed.size();
  }

  /** One at a time: the last to read is right. */
  private synchronized void refresh() {
    Map<String, Duration> before = known;
    Map<String, Duration> now = all();
    known = now;
    Stream.of(before, now)
        .flatMap(rules -> rules.keySet().stream())
        .filter(topic -> !Objects.equals(before.get(topic), now.get(topic)))
        .forEach(disordered::add);
  }

  /** Twice: the second pass finds what was submitted by the old rule while the first one ran. */
  private void reorder(String topic) {
    for (int pass = 0; pass < 2; pass++) {
      List<Arrival> first =
          database.transact(
              connection -> {
                REORDER_JOBS.on(connection).set("topic", topic).update();
                return REORDER_READY.on(connection).set("topic", topic).list(Arrivals::read);
              });
      arrivals.announce(first);
    }
    disordered.remove(topic);
  }
}
