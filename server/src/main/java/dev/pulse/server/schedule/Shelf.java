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
import java.util.ArrayList;
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
          ON CONFLICT (id) DO NOTHING
          RETURNING *
          """);

  static final Sql BY_ID = Sql.of("SELECT * FROM pulse.schedule WHERE id = :id");

  static final Sql BY_NAME = Sql.of("SELECT * FROM pulse.schedule WHERE name = :name");

  static final Sql LOCK = Sql.of("SELECT * FROM pulse.schedule WHERE id = :id FOR UPDATE");

  static final Sql LOCK_NAME = Sql.of("SELECT * FROM pulse.schedule WHERE name = :name FOR UPDATE");

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

  /** Asks nothing of the rest of the row, which may be unreadable. */
  static final Sql PAUSE =
      Sql.of(
          "UPDATE pulse.schedule SET paused = true, updated_at = now() WHERE id = :id RETURNING *");

  static final Sql DELETE = Sql.of("DELETE FROM pulse.schedule WHERE id = :id");

  private static final int LONGEST_PAGE = 500;
  private static final int MOST_PREVIEWED = 100;

  /** How often a put looks again when somebody else makes or deletes the same name meanwhile. */
  private static final int PUT_TRIES = 5;

  private final Database database;
  private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

  Shelf(Database database) {
    this.database = database;
  }

  /** An id that is there already is answered as it is: the same create came twice. */
  Schedule create(@Nullable UUID id, Definition definition, @Nullable Instant stub) {
    UUID own = id == null ? ids.generate() : id;
    return transact(connection -> insert(connection, own, definition, now(connection, stub)));
  }

  private static Schedule insert(Connection connection, UUID id, Definition definition, Instant now)
      throws SQLException {
    Optional<Schedule> made =
        ScheduleRow.bind(INSERT.on(connection).set("id", id), definition, now)
            .set("next", first(definition.timing(), now))
            .first(ScheduleRow::read);
    return made.isPresent()
        ? made.get()
        : BY_ID.on(connection).set("id", id).first(ScheduleRow::read).orElseThrow();
  }

  /** Makes it, or makes the one of that name what is asked for; a pause stays. */
  Schedule put(Definition definition, @Nullable Instant stub) {
    for (int tries = 1; ; tries++) {
      try {
        return transact(connection -> put(connection, definition, now(connection, stub)));
      } catch (ScheduleRefused e) {
        if (e.reason() != ScheduleRefused.Reason.NAME_TAKEN || tries == PUT_TRIES) {
          throw e;
        }
      }
    }
  }

  private Schedule put(Connection connection, Definition definition, Instant now)
      throws SQLException {
    Optional<Schedule> was =
        LOCK_NAME.on(connection).set("name", definition.name()).first(ScheduleRow::read);
    return was.isEmpty()
        ? insert(connection, ids.generate(), definition, now)
        : update(connection, was.get(), changed(was.get(), definition, now), now);
  }

  /** When it would fire, from now on; nothing is stored. */
  List<Instant> upcoming(Timing timing, int count, @Nullable Instant stub) {
    if (count < 1 || count > MOST_PREVIEWED) {
      throw ScheduleRefused.invalid("count is between 1 and %d".formatted(MOST_PREVIEWED));
    }
    Instant now = database.call(connection -> now(connection, stub));
    Timing started = timing instanceof Timing.Every every ? every.from(now) : timing;
    var times = new ArrayList<Instant>();
    Instant next = first(started, now);
    while (next != null && times.size() < count) {
      times.add(next);
      next = started.next(next).orElse(null);
    }
    return times;
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
    return new Page<>(items, last ? null : encoded(items.getLast().name()));
  }

  /** Another timing starts anew from now; anything else leaves the cursor where it is. */
  Schedule edit(UUID id, UnaryOperator<Definition> change, @Nullable Instant stub) {
    return change(id, stub, (was, now) -> changed(was, change.apply(was.definition()), now));
  }

  private static Change changed(Schedule was, Definition asked, Instant now) {
    if (was.content() instanceof Schedule.Understood(var before)) {
      Timing timing = asked.timing().continuing(before.timing());
      if (timing.equals(before.timing())) {
        return new Change(asked.withTiming(timing), was.paused(), was.nextRunAt());
      }
    }
    return new Change(asked, was.paused(), first(asked.timing(), now));
  }

  Schedule pause(UUID id) {
    return database
        .call(connection -> PAUSE.on(connection).set("id", id).first(ScheduleRow::read))
        .orElseThrow(() -> ScheduleRefused.notFound(id));
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
          return update(connection, was, decision.of(was, now), now);
        });
  }

  private static Schedule update(Connection connection, Schedule was, Change change, Instant now)
      throws SQLException {
    return ScheduleRow.bind(UPDATE.on(connection), change.definition(), now)
        .set("id", was.id())
        .set("next", change.next())
        .set("paused", change.paused())
        .first(ScheduleRow::read)
        .orElseThrow(() -> ScheduleRefused.notFound(was.id()));
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
