package dev.pulse.server.run;

import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Pages of runs, newest first, and of waits, oldest first. Each walks an index of its own. */
final class RunListing {
  static final Sql ALL =
      Sql.of(
          """
          SELECT * FROM pulse.run WHERE (created_at, id) < (:at::timestamptz, :id::uuid)
          ORDER BY created_at DESC, id DESC LIMIT :limit
          """);

  static final Sql BY_STATUS =
      Sql.of(
          """
          SELECT * FROM pulse.run
          WHERE status = :status AND (created_at, id) < (:at::timestamptz, :id::uuid)
            AND (:name::text IS NULL OR name = :name)
          ORDER BY created_at DESC, id DESC LIMIT :limit
          """);

  static final Sql BY_NAME =
      Sql.of(
          """
          SELECT * FROM pulse.run
          WHERE name = :name AND (created_at, id) < (:at::timestamptz, :id::uuid)
          ORDER BY created_at DESC, id DESC LIMIT :limit
          """);

  static final Sql WAITS =
      Sql.of(
          """
          SELECT w.*, r.name AS run_name
          FROM (SELECT * FROM pulse.wait WHERE status = :status AND id > :id::uuid
            ORDER BY id LIMIT :limit) w
          JOIN pulse.run r ON r.id = w.run_id ORDER BY w.id
          """);

  static final Sql ALL_WAITS =
      Sql.of(
          """
          SELECT w.*, r.name AS run_name
          FROM (SELECT * FROM pulse.wait WHERE id > :id::uuid ORDER BY id LIMIT :limit) w
          JOIN pulse.run r ON r.id = w.run_id ORDER BY w.id
          """);

  private static final int LONGEST_PAGE = 500;
  private static final UUID FIRST = new UUID(0, 0);
  private static final UUID LAST = new UUID(-1, -1);
  private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  private record Mark(Instant at, UUID id) {}

  private RunListing() {}

  static Page<Run> runs(Connection connection, RunFilter filter, int limit, @Nullable String cursor)
      throws SQLException {
    checkLimit(limit);
    Mark from = cursor == null ? new Mark(LATEST, LAST) : mark("RUNS", cursor);
    Sql.Call call;
    if (filter.status() != null) {
      call =
          BY_STATUS.on(connection).set("status", filter.status().text()).set("name", filter.name());
    } else if (filter.name() != null) {
      call = BY_NAME.on(connection).set("name", filter.name());
    } else {
      call = ALL.on(connection);
    }
    List<Run> runs =
        call.set("at", from.at())
            .set("id", from.id())
            .set("limit", (long) limit)
            .list(row -> RunLookup.run(row, List.of(), List.of()));
    String next =
        runs.size() < limit
            ? null
            : cursor("RUNS", new Mark(runs.getLast().createdAt(), runs.getLast().id()));
    return new Page<>(runs, next);
  }

  static Page<Wait> waits(
      Connection connection, @Nullable WaitStatus status, int limit, @Nullable String cursor)
      throws SQLException {
    checkLimit(limit);
    UUID from = cursor == null ? FIRST : mark("WAITS", cursor).id();
    Sql.Call call =
        status == null
            ? ALL_WAITS.on(connection)
            : WAITS.on(connection).set("status", status.text());
    List<Wait> waits = call.set("id", from).set("limit", (long) limit).list(RunLookup::wait);
    String next =
        waits.size() < limit
            ? null
            : cursor("WAITS", new Mark(waits.getLast().createdAt(), waits.getLast().id()));
    return new Page<>(waits, next);
  }

  private static void checkLimit(int limit) {
    if (limit < 1 || limit > LONGEST_PAGE) {
      throw RunRefused.invalid("limit is between 1 and %d".formatted(LONGEST_PAGE));
    }
  }

  private static String cursor(String kind, Mark mark) {
    String plain = kind + "|" + mark.at() + "|" + mark.id();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  private static Mark mark(String kind, String cursor) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      String[] parts = plain.split("\\|", -1);
      if (parts.length == 3 && parts[0].equals(kind)) {
        return new Mark(Instant.parse(parts[1]), UUID.fromString(parts[2]));
      }
    } catch (IllegalArgumentException | DateTimeException e) {
      throw RunRefused.invalid("cursor is not one that a list gave out");
    }
    throw RunRefused.invalid("cursor is not one that this list gave out");
  }
}
