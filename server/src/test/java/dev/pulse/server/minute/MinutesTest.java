package dev.pulse.server.minute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.metrics.Tally;
import dev.pulse.server.postgres.PulseDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MinutesTest {
  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  @BeforeEach
  void empty() {
    run("TRUNCATE pulse.minute");
  }

  @Test
  void serversAddUpWhatEachCounted() {
    try (var one = new Metrics(10);
        var other = new Metrics(10)) {
      Minutes ones = minutes(one);
      Minutes others = minutes(other);
      one.completed("a", 3);
      one.dispatched("a", Duration.ofMillis(3));
      other.completed("b", 4);
      other.failed("b", 1);
      other.dead("b", 1);
      other.dispatched("b", Duration.ofHours(1));
      ones.add();
      others.add();
      one.completed("a", 10);
      ones.add();
      assertThat(sum()).isEqualTo(new Tally(0, 0, 17, 1, 1, starts(2, 1, 12, 1)));
    }
  }

  @Test
  void whatCouldNotBeWrittenIsWrittenTheNextTime() {
    try (var metrics = new Metrics(10)) {
      Minutes minutes = minutes(metrics);
      metrics.submitted("a", 5);
      run("ALTER TABLE pulse.minute RENAME TO away");
      try {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(minutes::add)).isNotNull();
      } finally {
        run("ALTER TABLE pulse.away RENAME TO minute");
      }
      minutes.add();
      assertThat(sum().submitted()).isEqualTo(5);
    }
  }

  @Test
  void whereNothingHappensNothingIsWritten() {
    try (var metrics = new Metrics(10)) {
      Minutes minutes = minutes(metrics);
      assertThat(minutes.add()).as("how many jobs wait was not known before").isOne();
      assertThat(minutes.add()).isZero();
      metrics.claimed("a", 1);
      assertThat(minutes.add()).isOne();
    }
  }

  @Test
  void aWeekIsKept() {
    run(
        "INSERT INTO pulse.minute (at, completed) VALUES (now() - interval '8 days', 1),"
            + " (now() - interval '6 days', 2)");
    try (var metrics = new Metrics(10)) {
      Minutes minutes = minutes(metrics);
      assertThat(minutes.prune()).isOne();
      assertThat(minutes.list(LONG_AGO))
          .extracting(each -> each.counted().completed())
          .contains(2L);
      assertThat(minutes.list(Instant.now())).isEmpty();
    }
  }

  private static Minutes minutes(Metrics metrics) {
    var jobs = new Jobs(pulse.database(), JobConfig.DEFAULT, RandomGenerator.getDefault());
    return new Minutes(pulse.database(), jobs, metrics::tally);
  }

  /** Of all minutes: the test may have met the end of one. */
  private static Tally sum() {
    try (var metrics = new Metrics(1)) {
      List<Minute> all = minutes(metrics).list(LONG_AGO);
      Tally sum = Tally.NOTHING;
      for (Minute minute : all) {
        sum = minute.counted().since(Tally.NOTHING.since(sum));
      }
      return sum;
    }
  }

  /** Which step, how many. */
  private static List<Long> starts(int... pairs) {
    var starts = new java.util.ArrayList<>(Tally.NOTHING.latency());
    for (int at = 0; at < pairs.length; at += 2) {
      starts.set(pairs[at], (long) pairs[at + 1]);
    }
    return starts;
  }

  private static void run(String sql) {
    pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute(sql);
              }
            });
  }
}
