package dev.pulse.server.schedule;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.postgres.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where schedules are kept: put there, read, changed and thrown away. */
final class Shelf {
  static final Sql NOW = Sql.of("SELECT coalesce(:now::timestamptz, now()) AS now");

  static final Sql INSERT =
      Sql.of(
          """
          INSERT INTO pulse.schedule (id, name, kind, spec, zone, anchor, missed, next_run_at,
            job_name, topic, args, priority, max_attempts, limits)
          VALUES (:id, :name, :kind, :spec, :zone, :anchor, :missed, :next,
            :job_name, :topic, :args::json, :priority, :max_attempts, :limits)
          RETURNING *
          """);

  static final Sql BY_ID = Sql.of("SELECT * FROM pulse.schedule WHERE id = :id");

  static final Sql BY_NAME = Sql.of("SELECT * FROM pulse.schedule WHERE name = :name");

  static final Sql LOCK = Sql.of("SELECT * FROM pulse.schedule WHERE id = :id FOR UPDATE");

  static final Sql LIST =
      Sql.of(
          """
          SELECT * FROM pulse.schedule WHERE name > coalesce(:after::text, '')
          ORDER BY name LIMIT :limit
          """);

  static final Sql UPDATE =
      Sql.of(
          """
          UPDATE pulse.schedule
          SET name = :name, kind = :kind, spec = :spec, zone = :zone, anchor = :anchor,
            missed = :missed, next_run_at = :next, job_name = :job_name, topic = :topic,
            args = :args::json, priority = :priority, max_attempts = :max_attempts,
            limits = :limits, paused = :paused, updated_at = now()
          WHERE id = :id
          RETURNING *
          """);

  static final Sql DELETE = Sql.of("DELETE FROM pulse.schedule WHERE id = :id");

  private static final int LONGEST_PAGE = 500;

  private final Database database;
  private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

  Shelf(Database database) {
    this.database = database;
  }

  Schedule create(Definition definition, @Nullable Instant stub) {
    return transact(
        connection -> {
          Instant now = now(connection, stub);
          Sql.Call call = INSERT.on(connection).set("id", ids.generate());
          return ScheduleRow.bind(call, definition, now)
              .set("next", first(definition.timing(), now))
              .first(ScheduleRow::read)
              .orElseThrow();
        });
  }

  /** A single time that has passed is not forgotten but missed. */
  private static @Nullable Instant first(Timing timing, Instant now) {
    return switch (timing) {
      case Timing.At(var time) -> time;
      case Timing.Every every -> every.from(now).next(now).orElse(null);
      case Timing.ByCron cron -> cron.next(now).orElse(null);
    };
  }

  Optional<Schedule> find(UUID id) {
    return database.call(connection -> BY_ID.on(connection).set("id", id).first(ScheduleRow::read));
  }

  Optional<Schedule> find(String name) {
    return database.call(
        connection -> BY_NAME.on(connection).set("name", name).first(ScheduleRow::read));
  }

  Page<Schedule> list(int limit, @Nullable String cursor) {
    if (limit < 1 || limit > LONGEST_PAGE) {
      throw ScheduleRefused.invalid("limit is between 1 and %d".formatted(LONGEST_PAGE));
    }
    String after = cursor == null ? null : decoded(cursor);
    List<Schedule> items =
        database.call(
            connection ->
                LIST.on(connection)
                    .set("after", after)
                    .set("limit", (long) limit)
                    .list(ScheduleRow::read));
    boolean last = items.size() < limit;
    return new Page<>(items, last ? null : encoded(items.getLast().definition().name()));
  }

  /** Another timing starts anew from now; anything else leaves the cursor where it is. */
  Schedule edit(UUID id, UnaryOperator<Definition> change, @Nullable Instant stub) {
    return change(
        id,
        stub,
        (was, now) -> {
          Definition definition = change.apply(was.definition());
          boolean same = definition.timing().equals(was.definition().timing());
          Instant next = same ? was.nextRunAt() : first(definition.timing(), now);
          return new Change(definition, was.paused(), next);
        });
  }

  Schedule pause(UUID id) {
    return change(id, null, (was, _) -> new Change(was.definition(), true, was.nextRunAt()));
  }

  /**
   * What fell due meanwhile was missed. A cursor that a clock gone wrong left in the far future is
   * brought back: what was fired already cannot be fired again.
   */
  Schedule resume(UUID id, @Nullable Instant stub) {
    return change(
        id,
        stub,
        (was, now) -> {
          Instant cursor = was.nextRunAt();
          Instant next = was.definition().timing().next(now).orElse(null);
          boolean ahead = cursor != null && next != null && next.isBefore(cursor);
          return new Change(was.definition(), false, ahead ? next : cursor);
        });
  }

  boolean delete(UUID id) {
    return database.call(connection -> DELETE.on(connection).set("id", id).update()) == 1;
  }

  private record Change(Definition definition, boolean paused, @Nullable Instant next) {}

  private interface Decision {
    Change of(Schedule was, Instant now);
  }

  /** The row lock keeps the tick away meanwhile. */
  private Schedule change(UUID id, @Nullable Instant stub, Decision decision) {
    return transact(
        connection -> {
          Schedule was =
              LOCK.on(connection)
                  .set("id", id)
                  .first(ScheduleRow::read)
                  .orElseThrow(() -> ScheduleRefused.notFound(id));
          Instant now = now(connection, stub);
          Change change = decision.of(was, now);
          return ScheduleRow.bind(UPDATE.on(connection), change.definition(), now)
              .set("id", id)
              .set("next", change.next())
              .set("paused", change.paused())
              .first(ScheduleRow::read)
              .orElseThrow(() -> ScheduleRefused.notFound(id));
        });
  }

  private <T> T transact(Database.Work<T> work) {
    try {
      return database.transact(work);
    } catch (DatabaseFailure e) {
      throw e.isDuplicate() ? ScheduleRefused.nameTaken() : e;
    }
  }

  private static Instant now(Connection connection, @Nullable Instant stub) throws SQLException {
    return NOW.on(connection).set("now", stub).first(row -> row.instant("now")).orElseThrow();
  }

  private static String encoded(String name) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(("SCHEDULES|" + name).getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String cursor) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (plain.startsWith("SCHEDULES|") && plain.indexOf('\0') < 0) {
        return plain.substring("SCHEDULES|".length());
      }
    } catch (IllegalArgumentException e) {
      throw ScheduleRefused.invalid("cursor is not one that a list gave out");
    }
    throw ScheduleRefused.invalid("cursor is not one that this list gave out");
  }
}
