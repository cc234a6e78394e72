package dev.pulse.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.PulseDatabase;
import dev.pulse.server.postgres.Sql;
import dev.pulse.server.schedule.Definition;
import dev.pulse.server.schedule.Missed;
import dev.pulse.server.schedule.Schedule;
import dev.pulse.server.schedule.Schedules;
import dev.pulse.server.schedule.Timing;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long the clockwork sleeps: until the next one is due, and never so long that it is late. */
class ClockworkTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();
  private static final Duration LONGEST = Duration.ofMillis(500);
  private static final Instant PAST = Instant.parse("2020-01-01T00:00:00Z");
  private static final Sql LOCK_ALL = Sql.of("SELECT id FROM pulse.schedule FOR UPDATE");
  private static final Sql SOON =
      Sql.of("UPDATE pulse.schedule SET next_run_at = clock_timestamp() + interval '10 minutes'");

  private Schedules schedules;
  private Clockwork clockwork;

  @BeforeEach
  void empty() {
    pulse
        .database()
        .call(connection -> Sql.of("DELETE FROM pulse.schedule").on(connection).update());
    var jobs = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1));
    schedules = new Schedules(pulse.database(), jobs);
    clockwork = new Clockwork(schedules, 2, LONGEST);
  }

  @Test
  void withNothingToDoItLooksAgainAfterTheLongest() {
    assertThat(clockwork.step()).isEqualTo(LONGEST);
    create("far away", Instant.parse("2100-01-01T00:00:00Z"));
    assertThat(clockwork.step()).isEqualTo(LONGEST);
  }

  @Test
  void itSleepsUntilTheNextOneIsDueAndNotLonger() {
    create("soon", Instant.parse("2100-01-01T00:00:00Z"));
    pulse.database().call(connection -> SOON.on(connection).update());
    Duration patient = new Clockwork(schedules, 2, Duration.ofHours(1)).step();
    assertThat(patient).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(10));
    assertThat(clockwork.step()).isEqualTo(LONGEST);
  }

  @Test
  void whatIsDueIsFiredAndAFullChunkIsFollowedByTheNextAtOnce() {
    Schedule first = create("a", PAST);
    create("b", PAST);
    Schedule last = create("c", PAST);
    assertThat(clockwork.step()).isEqualTo(Duration.ZERO);
    assertThat(fires(first)).isEqualTo(1);
    assertThat(fires(last)).isZero();
    assertThat(clockwork.step()).isEqualTo(LONGEST);
    assertThat(fires(last)).isEqualTo(1);
  }

  @Test
  void whatAnotherServerIsFiringIsNotPesteredForAndNotForgotten() throws SQLException {
    Schedule schedule = create("theirs", PAST);
    try (var other = DriverManager.getConnection(pulse.url())) {
      other.setAutoCommit(false);
      LOCK_ALL.on(other).list(row -> row.uuid("id"));
      assertThat(clockwork.step()).isEqualTo(Duration.ofMillis(20));
      assertThat(fires(schedule)).isZero();
      other.rollback(); // that server died
    }
    clockwork.step();
    assertThat(fires(schedule)).isEqualTo(1);
  }

  private Schedule create(String name, Instant at) {
    return schedules.create(
        new Definition(name, new Timing.At(at), NewJob.named("work"), Missed.COALESCE));
  }

  private int fires(Schedule schedule) {
    return schedules.fires(schedule.id(), 10, null).items().size();
  }
}
