package dev.pulse.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.PulseDatabase;
import dev.pulse.server.postgres.Sql;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long the promoter sleeps: until the next job is due, and never so long that it is late. */
class PromoterTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();
  private static final Duration LONGEST = Duration.ofMillis(500);
  private static final Sql LOCK_ALL = Sql.of("SELECT seq FROM pulse.later FOR UPDATE");
  private static final Sql DUE = Sql.of("UPDATE pulse.later SET run_at = now() - interval '1 s'");

  private Jobs jobs;
  private Promoter promoter;

  @BeforeEach
  void empty() {
    pulse.database().call(connection -> Sql.of("DELETE FROM pulse.later").on(connection).update());
    jobs = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1));
    promoter = new Promoter(jobs, 2, LONGEST);
  }

  @Test
  void withNothingDueItLooksAgainAfterTheLongest() {
    assertThat(promoter.step()).isEqualTo(LONGEST);
    delayed();
    assertThat(promoter.step()).isEqualTo(LONGEST);
    Duration patient = new Promoter(jobs, 2, Duration.ofDays(1)).step();
    assertThat(patient).isPositive().isLessThanOrEqualTo(Duration.ofHours(1));
  }

  @Test
  void whateverIsDueIsMovedHoweverManyChunksItTakes() {
    promoter.step(); // the first looks everywhere; this is about the others
    UUID first = delayed();
    delayed();
    UUID last = delayed();
    makeDue();
    assertThat(promoter.step()).isEqualTo(LONGEST);
    assertThat(status(first)).isEqualTo(JobStatus.PENDING);
    assertThat(status(last)).isEqualTo(JobStatus.PENDING);
  }

  @Test
  void whatAnotherServerIsMovingIsNotPesteredForAndNotForgotten() throws SQLException {
    UUID id = delayed();
    makeDue();
    try (var other = DriverManager.getConnection(pulse.url())) {
      other.setAutoCommit(false);
      LOCK_ALL.on(other).list(row -> row.number("seq"));
      assertThat(promoter.step()).isEqualTo(Duration.ofMillis(20));
      assertThat(status(id)).isEqualTo(JobStatus.SCHEDULED);
      other.rollback(); // that server died
    }
    assertThat(promoter.step()).isEqualTo(LONGEST);
    assertThat(status(id)).isEqualTo(JobStatus.PENDING);
  }

  private UUID delayed() {
    return jobs.submit(NewJob.named("later").but().delay(Duration.ofHours(1)).build()).id();
  }

  private static void makeDue() {
    pulse.database().call(connection -> DUE.on(connection).update());
  }

  private JobStatus status(UUID id) {
    return jobs.find(id).orElseThrow().status();
  }
}
