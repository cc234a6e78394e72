package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Missed;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.Schedule;
import dev.pulse.Schedules;
import dev.pulse.Worker;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Schedules through the SDK and a real server (S1 to S3). */
class SchedulesTest {
  record Feed(String name) {}

  private static final Duration SOON = Duration.ofMinutes(1);
  private static EmbeddedPulse embedded;
  private static Pulse pulse;
  private static Schedules schedules;

  @BeforeAll
  static void start() {
    embedded = EmbeddedPulse.start();
    pulse = embedded.client();
    schedules = pulse.schedules();
  }

  @AfterAll
  static void stop() {
    embedded.close();
  }

  private static void refused(Code code, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(PulseException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  @Test
  void itFiresByItselfAndItsJobsRunAsAnyOthers() {
    try (Worker _ =
        pulse
            .worker()
            .topic("ticking")
            .handle("poll", Feed.class, (feed, _) -> Outcome.done("polled " + feed.name()))
            .start()) {
      schedules.create(
          "ticking",
          s ->
              s.every(Duration.ofSeconds(1))
                  .job("poll", new Feed("a"), job -> job.topic("ticking").priority(3)));
      await()
          .atMost(SOON)
          .until(
              () ->
                  schedules
                          .fires("ticking")
                          .filter(job -> job.status() == JobStatus.COMPLETED)
                          .count()
                      >= 2);
      schedules.pause("ticking");
      List<Job> fires = schedules.fires("ticking").toList();
      Schedule ticking = schedules.find("ticking").orElseThrow();
      assertThat(fires).extracting(Job::scheduleId).containsOnly(ticking.id());
      assertThat(fires).extracting(Job::priority).containsOnly(3);
      assertThat(ticking.lastRunAt()).isNotNull();
      assertThat(fires).extracting(Job::submittedAt).isSortedAccordingTo((a, b) -> b.compareTo(a));
    }
  }

  @Test
  void itIsReadAsItWasMade() {
    var berlin = ZoneId.of("Europe/Berlin");
    Schedule made =
        schedules.create(
            "nightly",
            s -> s.cron("30 2 * * *", berlin).missed(Missed.SKIP).job("backup", new Feed("all")));
    assertThat(made.timing()).isEqualTo(new Schedule.Cron("30 2 * * *", berlin));
    assertThat(made.missed()).isEqualTo(Missed.SKIP);
    assertThat(made.job().args().text()).isEqualTo("{\"name\":\"all\"}");
    assertThat(made.job().topic()).isEqualTo("default");
    assertThat(made.error()).isNull();
    assertThat(made.nextRunAt().atZone(berlin).getHour()).isEqualTo(2);
    assertThat(schedules.find("nightly")).contains(made);
    assertThat(schedules.find(made.id().toString())).contains(made);
    assertThat(schedules.find("nobody")).isEmpty();
    assertThat(schedules.find(UUID.randomUUID().toString())).isEmpty();
  }

  @Test
  void anEditChangesWhatItMentionsAndNothingElse() {
    schedules.create("edited", s -> s.every(Duration.ofHours(1)).job("j", new Feed("x")));
    Schedule later = schedules.edit("edited", s -> s.at(Instant.parse("2100-01-01T00:00:00Z")));
    assertThat(later.nextRunAt()).isEqualTo("2100-01-01T00:00:00Z");
    assertThat(later.job().args().text()).isEqualTo("{\"name\":\"x\"}");
    Schedule renamed = schedules.edit("edited", s -> s.name("renamed").missed(Missed.CATCH_UP));
    assertThat(renamed.id()).isEqualTo(later.id());
    assertThat(renamed.timing()).isEqualTo(later.timing());
    assertThat(schedules.find("edited")).isEmpty();
    assertThat(schedules.edit("renamed", s -> s.job("k")).job().args().text()).isEqualTo("{}");
  }

  @Test
  void aProgramMayDeclareItsSchedulesAtEveryStart() {
    Schedule first = schedules.put("declared", s -> s.every(Duration.ofHours(1)).job("j"));
    schedules.pause("declared");
    Schedule again = schedules.put("declared", s -> s.every(Duration.ofHours(1)).job("j"));
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.nextRunAt()).isEqualTo(first.nextRunAt());
    assertThat(again.paused()).isTrue();
  }

  @Test
  void aTriggerIsAJobNowAlsoWhilePaused() {
    schedules.create("triggered", s -> s.every(Duration.ofHours(1)).job("j"));
    assertThat(schedules.pause("triggered").paused()).isTrue();
    JobHandle handle = schedules.trigger("triggered");
    assertThat(handle.existing()).isFalse();
    assertThat(schedules.fires("triggered", 10, null).jobs())
        .extracting(Job::id)
        .containsExactly(handle.id());
    assertThat(schedules.resume("triggered").paused()).isFalse();
    schedules.delete("triggered");
    assertThat(handle.get().status()).isEqualTo(JobStatus.PENDING);
    refused(Code.NOT_FOUND, "there is no schedule", () -> schedules.delete("triggered"));
  }

  @Test
  void longListsArePaged() {
    List<String> names = IntStream.range(100, 220).mapToObj(n -> "paged-" + n).toList();
    names.forEach(name -> schedules.create(name, s -> s.every(Duration.ofHours(1)).job("j")));
    assertThat(schedules.list().map(Schedule::name).filter(name -> name.startsWith("paged-")))
        .containsExactlyElementsOf(names);
    var page = schedules.page(2, null);
    assertThat(schedules.page(2, page.next().orElseThrow()).schedules())
        .doesNotContainAnyElementsOf(page.schedules());
    IntStream.range(0, 60).forEach(_ -> schedules.trigger("paged-100"));
    assertThat(schedules.fires("paged-100")).hasSize(60);
  }

  @Test
  void aPreviewTellsTheNextFires() {
    List<Instant> fires =
        schedules.preview(3, s -> s.cron("0 0 29 2 *", ZoneId.of("America/New_York")).job("leap"));
    assertThat(fires).hasSize(3).allMatch(time -> time.toString().endsWith("-02-29T05:00:00Z"));
  }

  @Test
  void oneThatCannotBeReadIsShownWithItsErrorAmongTheOthers() throws SQLException {
    schedules.create("marsian", s -> s.cron("@daily").job("j"));
    try (var connection = DriverManager.getConnection(embedded.databaseUrl());
        var statement = connection.createStatement()) {
      statement.execute("UPDATE pulse.schedule SET zone = 'Mars/Olympus' WHERE name = 'marsian'");
    }
    Schedule marsian = schedules.find("marsian").orElseThrow();
    assertThat(marsian.error()).contains("Mars/Olympus");
    assertThat(marsian.timing()).isNull();
    assertThat(marsian.job()).isNull();
    assertThat(schedules.list()).contains(marsian);
    refused(Code.CONFLICT, "schedule marsian cannot be read", () -> schedules.trigger("marsian"));
    schedules.put("marsian", s -> s.cron("@daily").job("j"));
    assertThat(schedules.resume("marsian").error()).isNull();
  }

  @Test
  void whatMakesNoScheduleIsRefused() {
    refused(
        Code.INVALID, "at, every or cron is missing", () -> schedules.create("x", s -> s.job("j")));
    refused(Code.INVALID, "job is missing", () -> schedules.create("x", s -> s.cron("@daily")));
    refused(
        Code.INVALID,
        "at position 2",
        () -> schedules.create("x", s -> s.cron("0 25 * * *").job("j")));
    refused(
        Code.INVALID,
        "every is between 1 second",
        () -> schedules.create("x", s -> s.every(Duration.ofMillis(10)).job("j")));
    refused(
        Code.INVALID,
        "IANA name",
        () -> schedules.create("x", s -> s.cron("@daily", ZoneId.of("+02:00")).job("j")));
    refused(
        Code.INVALID,
        "no unique_key",
        () ->
            schedules.create("x", s -> s.cron("@daily").job("j", null, job -> job.uniqueKey("k"))));
    refused(
        Code.INVALID,
        "looks like an id",
        () -> schedules.create(UUID.randomUUID().toString(), s -> s.cron("@daily").job("j")));
    schedules.create("taken", s -> s.cron("@daily").job("j"));
    refused(
        Code.CONFLICT,
        "another schedule with that name",
        () -> schedules.create("taken", s -> s.cron("@daily").job("j")));
    assertThatThrownBy(() -> schedules.page(501, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(schedules.find("x")).isEmpty();
  }
}
