package dev.pulse.server.schedule;

import dev.pulse.server.job.Arrival;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fires what is due. Jobs and cursors are written in one transaction, so a crash leaves both or
 * none; the row lock keeps servers apart, and the cursor is moved only from where it was read (S2).
 */
final class Ticker {
  private static final Logger log = LoggerFactory.getLogger(Ticker.class);

  /** How many occurrences of one schedule are made up for in one tick. */
  static final int CATCH_UP = 100;

  /** Reads the index from its start to now: what is not due costs nothing. */
  static final Sql DUE =
      Sql.of(
          """
          SELECT s.*, coalesce(:now::timestamptz, now()) AS now FROM pulse.schedule s
          WHERE s.next_run_at <= coalesce(:now::timestamptz, now()) AND NOT s.paused
          ORDER BY s.next_run_at LIMIT :chunk FOR UPDATE SKIP LOCKED
          """);

  static final Sql MOVE =
      Sql.of(
          """
          UPDATE pulse.schedule s
          SET next_run_at = 'epoch'::timestamptz + g.next_us * interval '1 microsecond',
            last_run_at = coalesce(
              'epoch'::timestamptz + g.fired_us * interval '1 microsecond', s.last_run_at)
          FROM unnest(:ids::uuid[], :expected::int8[], :nexts::int8[], :fired::int8[])
            AS g(id, expected_us, next_us, fired_us)
          WHERE s.id = g.id AND NOT s.paused
            AND s.next_run_at + interval '0' -- not by that index: thousands may be due together
              = 'epoch'::timestamptz + g.expected_us * interval '1 microsecond'
          """);

  static final Sql SET_ASIDE =
      Sql.of("UPDATE pulse.schedule SET paused = true, updated_at = now() WHERE id = ANY(:ids)");

  static final Sql NEXT_DUE =
      Sql.of(
          """
          SELECT (extract(epoch FROM next_run_at
            - coalesce(:now::timestamptz, clock_timestamp())) * 1000000)::int8 AS micros
          FROM pulse.schedule WHERE next_run_at IS NOT NULL AND NOT paused
          ORDER BY next_run_at LIMIT 1
          """);

  private final Database database;
  private final Jobs jobs;

  Ticker(Database database, Jobs jobs) {
    this.database = database;
    this.jobs = jobs;
  }

  private record Due(Schedule schedule, Instant cursor, Firing firing) {
    List<NewJob> jobs() {
      UUID id = schedule.id();
      var origin = new NewJob.Origin(id, null, null);
      NewJob template = schedule.definition().job().but().origin(origin).build();
      return firing.occurrences().stream()
          .map(occurrence -> template.but().id(Firing.id(id, occurrence)).build())
          .toList();
    }
  }

  /** One bounded step; answers how many schedules it dealt with. */
  int tick(int chunk, @Nullable Instant now) {
    var arrivals = new ArrayList<Arrival>();
    int ticked = database.transact(connection -> tick(connection, chunk, now, arrivals));
    jobs.announce(arrivals);
    return ticked;
  }

  private int tick(Connection connection, int chunk, @Nullable Instant now, List<Arrival> arrivals)
      throws SQLException {
    var due = new ArrayList<Due>();
    var broken = new ArrayList<UUID>();
    int read =
        DUE.on(connection)
            .set("now", now)
            .set("chunk", (long) chunk)
            .list(row -> sorted(row, due, broken))
            .size();
    if (!broken.isEmpty()) {
      SET_ASIDE.on(connection).set("ids", broken.toArray(UUID[]::new)).update();
    }
    if (!due.isEmpty()) {
      List<NewJob> fired = due.stream().flatMap(one -> one.jobs().stream()).toList();
      arrivals.addAll(jobs.submitWithin(connection, fired));
      move(connection, due);
    }
    return read;
  }

  /** One that cannot be read any more must not keep the others from firing. */
  private static Schedule sorted(Row row, List<Due> due, List<UUID> broken) throws SQLException {
    Schedule schedule = ScheduleRow.read(row);
    Instant cursor = row.instant("next_run_at");
    switch (schedule.content()) {
      case Schedule.Understood(var definition) ->
          due.add(
              new Due(
                  schedule, cursor, Firing.of(definition, cursor, row.instant("now"), CATCH_UP)));
      case Schedule.Garbled(var error) -> {
        log.warn("schedule {} is paused, it cannot be read: {}", schedule.name(), error);
        broken.add(schedule.id());
      }
    }
    return schedule;
  }

  private static void move(Connection connection, List<Due> due) throws SQLException {
    int moved =
        MOVE.on(connection)
            .set("ids", due.stream().map(one -> one.schedule().id()).toArray(UUID[]::new))
            .set("expected", due.stream().map(one -> micros(one.cursor())).toArray(Long[]::new))
            .set("nexts", due.stream().map(one -> micros(one.firing().next())).toArray(Long[]::new))
            .set("fired", due.stream().map(one -> micros(one.firing().last())).toArray(Long[]::new))
            .update();
    if (moved != due.size()) {
      throw new IllegalStateException("a cursor moved under its lock; nothing was fired");
    }
  }

  private static @Nullable Long micros(@Nullable Instant time) {
    return time == null ? null : ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  Optional<Duration> untilNextDue(@Nullable Instant now) {
    return database.call(
        connection ->
            NEXT_DUE
                .on(connection)
                .set("now", now)
                .first(row -> Duration.of(row.number("micros"), ChronoUnit.MICROS)));
  }
}
