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
 * Any status: newest first. Waiting to start: as they will start. Finished: latest end first.
 */
enum Listing {
  NEWEST(
      Sql.of(
          """
          SELECT seq, seq::text AS cursor FROM pulse.job
          WHERE seq < coalesce(split_part(:cursor::text, '|', 1)::int8, 9223372036854775807)
            AND (:topic::text IS NULL OR topic = :topic) AND (:name::text IS NULL OR name = :name)
            AND :status::text IS NULL
          ORDER BY seq DESC LIMIT :limit
          """)),
  /** Of one schedule, newest first. */
  MADE_BY(
      Sql.of(
          """
          SELECT seq, seq::text AS cursor FROM pulse.job
          WHERE schedule_id = :schedule
            AND seq < coalesce(split_part(:cursor::text, '|', 1)::int8, 9223372036854775807)
          ORDER BY seq DESC LIMIT :limit
          """)),
  PENDING(
      Sql.of(
          """
          SELECT q.seq, q.lane || '|' || q.seq || '|' || q.queue AS cursor FROM pulse.ready q
          CROSS JOIN LATERAL (SELECT name FROM pulse.job WHERE seq = q.seq OFFSET 0) j
          WHERE (q.queue, q.lane, q.seq) > (coalesce(split_part(:cursor::text, '|', 3), ''),
              coalesce(split_part(:cursor::text, '|', 1)::int8, -9223372036854775808),
              coalesce(split_part(:cursor::text, '|', 2)::int8, -1))
            AND q.queue >= coalesce(:topic::text, '')
            AND (:topic::text IS NULL OR q.queue < :topic || E'\\n')
            AND (:name::text IS NULL OR j.name = :name) AND :status::text = 'PENDING'
          ORDER BY q.queue, q.lane, q.seq LIMIT :limit
          """)),
  RUNNING(
      Sql.of(
          """
          SELECT r.seq, r.seq::text AS cursor FROM pulse.running r
          CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = r.seq OFFSET 0) j
          WHERE r.seq < coalesce(split_part(:cursor::text, '|', 1)::int8, 9223372036854775807)
            AND (:topic::text IS NULL OR j.topic = :topic)
            AND (:name::text IS NULL OR j.name = :name) AND :status::text = 'RUNNING'
          ORDER BY r.seq DESC LIMIT :limit
          """)),
  LATER(
      Sql.of(
          """
          SELECT l.seq, l.run_at || '|' || l.seq AS cursor FROM pulse.later l
          CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = l.seq OFFSET 0) j
          WHERE (l.run_at, l.seq) > (
              coalesce(split_part(:cursor::text, '|', 1)::timestamptz, '-infinity'),
              coalesce(split_part(:cursor::text, '|', 2)::int8, -1))
            AND (:topic::text IS NULL OR j.topic = :topic)
            AND (:name::text IS NULL OR j.name = :name)
            AND l.status = :status::pulse.job_status
          ORDER BY l.run_at, l.seq LIMIT :limit
          """)),
  COMPLETED(
      Sql.of(
          """
          SELECT f.seq, f.finished_at || '|' || f.seq AS cursor FROM pulse.finished f
          CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = f.seq OFFSET 0) j
          WHERE f.finished_at <= coalesce(split_part(:cursor::text, '|', 1)::timestamptz, 'infinity')
            AND (f.finished_at, f.seq) < (
              coalesce(split_part(:cursor::text, '|', 1)::timestamptz, 'infinity'),
              coalesce(split_part(:cursor::text, '|', 2)::int8, 9223372036854775807))
            AND (:topic::text IS NULL OR j.topic = :topic)
            AND (:name::text IS NULL OR j.name = :name)
            AND f.status = 'COMPLETED' AND :status::text = 'COMPLETED'
          ORDER BY f.finished_at DESC, f.seq DESC LIMIT :limit
          """)),
  ENDED_BADLY(
      Sql.of(
          """
          SELECT f.seq, f.finished_at || '|' || f.seq AS cursor FROM pulse.finished f
          CROSS JOIN LATERAL (SELECT name, topic FROM pulse.job WHERE seq = f.seq OFFSET 0) j
          WHERE (f.finished_at, f.seq) < (
              coalesce(split_part(:cursor::text, '|', 1)::timestamptz, 'infinity'),
              coalesce(split_part(:cursor::text, '|', 2)::int8, 9223372036854775807))
            AND (:topic::text IS NULL OR j.topic = :topic)
            AND (:name::text IS NULL OR j.name = :name)
            AND f.status = :status::pulse.job_status AND f.status <> 'COMPLETED'
          ORDER BY f.finished_at DESC, f.seq DESC LIMIT :limit
          """));

  final Sql sql;

  Listing(Sql sql) {
    this.sql = sql;
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

  List<Entry> page(Connection connection, JobFilter filter, int limit, @Nullable String cursor)
      throws SQLException {
    return sql.on(connection)
        .set("cursor", cursor == null ? null : decoded(cursor))
        .set("topic", filter.topic())
        .set("name", filter.name())
        .set("status", filter.status() == null ? null : filter.status().name())
        .set("limit", (long) limit)
        .list(row -> new Entry(row.number("seq"), encoded(row.text("cursor"))));
  }

  static List<Entry> madeBy(
      Connection connection, UUID schedule, int limit, @Nullable String cursor)
      throws SQLException {
    return MADE_BY
        .sql
        .on(connection)
        .set("schedule", schedule)
        .set("cursor", cursor == null ? null : MADE_BY.decoded(cursor))
        .set("limit", (long) limit)
        .list(row -> new Entry(row.number("seq"), MADE_BY.encoded(row.text("cursor"))));
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
      case NEWEST, MADE_BY, RUNNING -> "\\d{1,18}";
      case PENDING -> "-?\\d{1,18}\\|\\d{1,18}\\|.+";
      case LATER, COMPLETED, ENDED_BADLY -> "[-+:. 0-9]{10,40}\\|\\d{1,18}";
    };
  }
}
