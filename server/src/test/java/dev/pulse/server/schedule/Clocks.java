package dev.pulse.server.schedule;

import dev.pulse.server.job.Job;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.PulseDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Schedules on a database of their own and a clock that stands until it is set. */
final class Clocks implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final PulseDatabase pulse = new PulseDatabase();
  private Schedules schedules;
  private volatile Instant now = START;

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    pulse.beforeAll(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    execute("TRUNCATE pulse.schedule, pulse.job, pulse.ready, pulse.later");
    now = START;
    schedules = server();
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    pulse.afterAll(context);
  }

  Schedules schedules() {
    return schedules;
  }

  /** Another server on the same database, by the same clock. */
  Schedules server() {
    return new Schedules(
        database(), new Jobs(database(), JobConfig.DEFAULT, new Random(1)), () -> now);
  }

  Database database() {
    return pulse.database();
  }

  Schedule create(String name, Timing timing, Missed missed) {
    return schedules.create(new Definition(name, timing, NewJob.named("work"), missed));
  }

  Schedule every(Duration period, Missed missed) {
    return create("every " + period, new Timing.Every(period, null), missed);
  }

  Schedule current(Schedule schedule) {
    return schedules.find(schedule.id()).orElseThrow();
  }

  /** Sets the clock and ticks until nothing is due. */
  void tickAt(Instant time) {
    now = time;
    while (schedules.tick(100) > 0) {}
  }

  void set(Instant time) {
    now = time;
  }

  Set<UUID> fired(Schedule schedule) {
    return schedules.fires(schedule.id(), 500, null).items().stream()
        .map(Job::id)
        .collect(Collectors.toSet());
  }

  static Set<UUID> ids(Schedule schedule, Instant... occurrences) {
    return Stream.of(occurrences)
        .map(occurrence -> Firing.id(schedule.id(), occurrence))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static Instant after(long seconds) {
    return START.plusSeconds(seconds);
  }

  void execute(String sql) {
    database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute(sql);
              }
            });
  }

  long number(String sql) {
    return database()
        .call(
            connection -> {
              try (var statement = connection.createStatement();
                  var rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getLong(1);
              }
            });
  }
}
