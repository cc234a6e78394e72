package dev.pulse.server.job;

import dev.pulse.server.postgres.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The order in which jobs of some status are listed: the one its table can give without sorting.
 * Any status: newest first. Waiting to start: as they will start. Finished: latest end first. No
 * index leads to names, so a page looks at so many jobs and no more: it may have fewer than were
 * asked for, and still lead on.
 */
enum Listing {
  NEWEST(
      """
      SELECT seq, seq::text AS cursor, name, topic FROM pulse.job
      WHERE seq < coalesce(split_part(:cursor::text, '|', 1)::int8, 9223372036854775807)
        AND :status::text IS NULL
      """,
      "seq DESC"),
  PENDING(
      """
      SELECT q.queue, q.lane, q.seq, q.lane || '|' || q.seq || '|' || q.queue AS cursor,
        j.name, j.topic
      FROM pulse.ready q
      CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = q.seq OFFSET 0) j
      WHERE (q.queue, q.lane, q.seq) > (coalesce(split_part(:cursor::text, '|', 3), ''),
          coalesce(split_part(:cursor::text, '|', 1)::int8, -9223372036854775808),
          coalesce(split_part(:cursor::text, '|', 2)::int8, -1))
        AND q.queue >= coalesce(:topic::text, '')
        AND (:topic::text IS NULL OR q.queue < :topic || E'\\n')
        AND :status::text = 'PENDING'
      """,
      "queue, lane, seq"),
  RUNNING(
      """
      SELECT r.seq, r.seq::text AS cursor, j.name, j.topic FROM pulse.running r
      CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = r.seq OFFSET 0) j
      WHERE r.seq < coalesce(split_part(:cursor::text, '|', 1)::int8, 9223372036854775807)
        AND :status::text = 'RUNNING'
      """,
      "seq DESC"),
  LATER(
      """
      SELECT l.run_at, l.seq, l.run_at || '|' || l.seq AS cursor, j.name, j.topic
      FROM pulse.later l
      CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = l.seq OFFSET 0) j
      WHERE (l.run_at, l.seq) > (
          coalesce(split_part(:cursor::text, '|', 1)::timestamptz, '-infinity'),
          coalesce(split_part(:cursor::text, '|', 2)::int8, -1))
        AND l.status = :status::pulse.job_status
      """,
      "run_at, seq"),
  COMPLETED(
      """
      SELECT f.finished_at, f.seq, f.finished_at || '|' || f.seq AS cursor, j.name, j.topic
      FROM pulse.finished f
      CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = f.seq OFFSET 0) j
      WHERE f.finished_at <= coalesce(split_part(:cursor::text, '|', 1)::timestamptz, 'infinity')
        AND (f.finished_at, f.seq) < (
          coalesce(split_part(:cursor::text, '|', 1)::timestamptz, 'infinity'),
          coalesce(split_part(:cursor::text, '|', 2)::int8, 9223372036854775807))
        AND f.status = 'COMPLETED' AND :status::text = 'COMPLETED'
      """,
      "finished_at DESC, seq DESC"),
  ENDED_BADLY(
      """
      SELECT f.finished_at, f.seq, f.finished_at || '|' || f.seq AS cursor, j.name, j.topic
      FROM pulse.finished f
      CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = f.seq OFFSET 0) j
      WHERE (f.finished_at, f.seq) < (
          coalesce(split_part(:cursor::text, '|', 1)::timestamptz, 'infinity'),
          coalesce(split_part(:cursor::text, '|', 2)::int8, 9223372036854775807))
        AND f.status = :status::pulse.job_status AND f.status <> 'COMPLETED'
      """,
      "finished_at DESC, seq DESC");

  /** Of one schedule, newest first. */
  static final Sql MADE_BY =
      Sql.of(
          """
          SELECT seq, seq::text AS cursor FROM pulse.job
          WHERE schedule_id = :schedule
            AND seq < coalesce(split_part(:cursor::text, '|', 1)::int8, 9223372036854775807)
          ORDER BY seq DESC LIMIT :limit
          """);

  /** So many jobs are looked at for one page. */
  static final int WINDOW = 10_000;

  final Sql sql;
  final Sql edge;

  Listing(String scan, String order) {
    this.sql =
        Sql.of(
            """
            SELECT seq, cursor FROM (%1$s ORDER BY %2$s LIMIT :window) AS looked_at
            WHERE (:topic::text IS NULL OR topic = :topic) AND (:name::text IS NULL OR name = :name)
            ORDER BY %2$s LIMIT :limit
            """
                .formatted(scan, order));
    this.edge =
        Sql.of(
            """
            SELECT cursor FROM (%1$s) AS looked_at ORDER BY %2$s LIMIT 1 OFFSET :window - 1
            """
                .formatted(scan, order));
  }

  /** A job of the page and the cursor that leads behind it. */
  record Entry(long seq, String cursor) {}

  static Listing of(JobFilter filter) {
    return switch (filter.status()) {
      case null -> NEWEST;
      case PENDING -> PENDING;
      case RUNNING -> RUNNING;
      case SCHEDULED, RETRYING -> LATER;
      case COMPLETED -> COMPLETED;
      case DEAD_LETTERED, CANCELED -> ENDED_BADLY;
    };
  }

  /** The jobs of a page, and the cursor that leads on; null: there are no more. */
  record Found(List<Entry> entries, @Nullable String next) {}

  Found page(Connection connection, JobFilter filter, int limit, @Nullable String cursor)
      throws SQLException {
    String from = cursor == null ? null : decoded(cursor);
    List<Entry> entries =
        bound(sql, connection, filter, from)
            .set("name", filter.name())
            .set("topic", filter.topic())
            .set("limit", (long) limit)
            .list(row -> new Entry(row.number("seq"), encoded(row.text("cursor"))));
    if (entries.size() == limit) {
      return new Found(entries, entries.getLast().cursor());
    }
    Sql.Call look = bound(edge, connection, filter, from);
    if (this == PENDING) {
      look.set("topic", filter.topic());
    }
    return new Found(entries, look.first(row -> encoded(row.text("cursor"))).orElse(null));
  }

  private static Sql.Call bound(
      Sql sql, Connection connection, JobFilter filter, @Nullable String from) throws SQLException {
    return sql.on(connection)
        .set("cursor", from)
        .set("status", filter.status() == null ? null : filter.status().name())
        .set("window", (long) WINDOW);
  }

  static Found madeBy(Connection connection, UUID schedule, int limit, @Nullable String cursor)
      throws SQLException {
    List<Entry> entries =
        MADE_BY
            .on(connection)
            .set("schedule", schedule)
            .set("cursor", cursor == null ? null : NEWEST.decoded(cursor))
            .set("limit", (long) limit)
            .list(row -> new Entry(row.number("seq"), NEWEST.encoded(row.text("cursor"))));
    return new Found(entries, entries.size() < limit ? null : entries.getLast().cursor());
  }

  /** A cursor belongs to the list it came from. */
  private String encoded(String plain) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((name() + '|' + plain).getBytes(StandardCharsets.UTF_8));
  }

  private String decoded(String cursor) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      String fields = plain.substring(plain.indexOf('|') + 1);
      if (plain.startsWith(name() + '|') && fields.matches(shape())) {
        return fields;
      }
    } catch (IllegalArgumentException e) {
      throw JobRefused.invalid("cursor is not one that a list gave out");
    }
    throw JobRefused.invalid("cursor is not one that this list gave out");
  }

  private String shape() {
    return switch (this) {
      case NEWEST, RUNNING -> "\\d{1,18}";
      case PENDING -> "-?\\d{1,18}\\|\\d{1,18}\\|.+";
      case LATER, COMPLETED, ENDED_BADLY -> "[-+:. 0-9]{10,40}\\|\\d{1,18}";
    };
  }
}
