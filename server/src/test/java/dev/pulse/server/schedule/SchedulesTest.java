package dev.pulse.server.schedule;

import static dev.pulse.server.schedule.Clocks.START;
import static dev.pulse.server.schedule.Clocks.after;
import static dev.pulse.server.schedule.Clocks.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.Job;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.NewJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What can be done with schedules, and what they do by themselves (S1, S3). */
class SchedulesTest {
  @RegisterExtension static final Clocks clocks = new Clocks();

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void aFireIsAnOrdinaryJobMadeFromTheTemplate() {
    NewJob job =
        NewJob.named("report")
            .but()
            .topic("mail")
            .args("{\"big\":12345678901234567890}")
            .priority(7)
            .maxAttempts(2)
            .limits(List.of("smtp"))
            .build();
    Schedule schedule =
        clocks
            .schedules()
            .create(new Definition("reports", new Timing.At(after(5)), job, Missed.COALESCE));
    clocks.tickAt(after(5));
    Job fired = clocks.schedules().fires(schedule.id(), 10, null).items().getFirst();
    assertThat(fired.id()).isEqualTo(Firing.id(schedule.id(), after(5)));
    assertThat(fired.id().version()).isEqualTo(5);
    assertThat(fired.name()).isEqualTo("report");
    assertThat(fired.topic()).isEqualTo("mail");
    assertThat(fired.args()).isEqualTo(job.args());
    assertThat(fired.priority()).isEqualTo(7);
    assertThat(fired.maxAttempts()).isEqualTo(2);
    assertThat(fired.limits()).containsExactly("smtp");
    assertThat(fired.status()).isEqualTo(JobStatus.PENDING);
    assertThat(fired.origin().scheduleId()).isEqualTo(schedule.id());
  }

  @Test
  void atFiresOnceAndIsOver() {
    Schedule schedule = clocks.create("once", new Timing.At(after(60)), Missed.COALESCE);
    clocks.tickAt(after(59));
    assertThat(clocks.fired(schedule)).isEmpty();
    clocks.tickAt(after(60));
    clocks.tickAt(after(600));
    assertThat(clocks.fired(schedule)).isEqualTo(ids(schedule, after(60)));
    assertThat(clocks.current(schedule).nextRunAt()).isNull();
    assertThat(clocks.current(schedule).lastRunAt()).isEqualTo(after(60));
  }

  @Test
  void everySecondForAnHourDoesNotDrift() {
    Schedule schedule = clocks.every(Duration.ofSeconds(1), Missed.COALESCE);
    for (int second = 1; second <= 3600; second++) {
      clocks.tickAt(after(second).plusMillis(second * 37 % 990)); // never twice as late
    }
    assertThat(clocks.number("SELECT count(*) FROM pulse.job")).isEqualTo(3600);
    assertThat(clocks.current(schedule).lastRunAt()).isEqualTo(after(3600));
    assertThat(clocks.current(schedule).nextRunAt()).isEqualTo(after(3601));
    var seen = new ArrayList<UUID>();
    String cursor = null;
    do {
      var page = clocks.schedules().fires(schedule.id(), 500, cursor);
      page.items().forEach(job -> seen.add(job.id()));
      cursor = page.next();
    } while (cursor != null);
    var expected = new ArrayList<UUID>();
    for (int second = 3600; second >= 1; second--) {
      expected.add(Firing.id(schedule.id(), after(second)));
    }
    assertThat(seen).isEqualTo(expected);
    System.out.println("every 1s over an hour: " + seen.size() + " fires, none off its second");
  }

  @Test
  void cronFiresOnBothClockChangesOfItsZone() {
    Schedule schedule =
        clocks.create("night", Timing.ByCron.in("30 2 * * *", "Europe/Berlin"), Missed.COALESCE);
    var runs = new ArrayList<Instant>();
    for (int hour = 0; hour < 365 * 24; hour += 2) {
      Instant next = clocks.current(schedule).nextRunAt();
      clocks.tickAt(START.plus(Duration.ofHours(hour)));
      if (!next.equals(clocks.current(schedule).nextRunAt())) {
        runs.add(next);
      }
    }
    assertThat(runs).hasSize(365).doesNotHaveDuplicates();
    assertThat(runs)
        .contains(Instant.parse("2026-03-29T01:00:00Z"), Instant.parse("2026-10-25T00:30:00Z"));
  }

  @Test
  void aPausedScheduleFiresNothingAndThenByItsPolicy() {
    Schedule schedule = clocks.every(MINUTE, Missed.COALESCE);
    clocks.schedules().pause(schedule.id());
    clocks.tickAt(after(300));
    assertThat(clocks.fired(schedule)).isEmpty();
    assertThat(clocks.schedules().untilNextDue()).isEmpty();
    assertThat(clocks.schedules().resume(schedule.id()).paused()).isFalse();
    clocks.tickAt(after(301));
    assertThat(clocks.fired(schedule)).hasSize(1);
    assertThat(clocks.current(schedule).nextRunAt()).isEqualTo(after(360));
  }

  @Test
  void aTriggerIsOutsideTheSeries() {
    Schedule schedule = clocks.every(MINUTE, Missed.COALESCE);
    clocks.schedules().pause(schedule.id());
    var one = clocks.schedules().trigger(schedule.id());
    var other = clocks.schedules().trigger(schedule.id());
    assertThat(one.id()).isNotEqualTo(other.id());
    assertThat(clocks.fired(schedule)).containsExactlyInAnyOrder(one.id(), other.id());
    assertThat(clocks.current(schedule).nextRunAt()).isEqualTo(after(60));
  }

  @Test
  void anotherTimingStartsAnewAndAnythingElseKeepsTheCursor() {
    Schedule schedule = clocks.every(MINUTE, Missed.COALESCE);
    clocks.set(after(30));
    Schedule renamed =
        clocks.schedules().edit(schedule.id(), was -> was.withName("b").withMissed(Missed.SKIP));
    assertThat(renamed.nextRunAt()).isEqualTo(after(60));
    assertThat(renamed.definition().name()).isEqualTo("b");
    assertThat(renamed.definition().missed()).isEqualTo(Missed.SKIP);
    Schedule faster =
        clocks
            .schedules()
            .edit(
                schedule.id(),
                was -> was.withTiming(new Timing.Every(Duration.ofSeconds(5), null)));
    assertThat(faster.nextRunAt()).isEqualTo(after(35));
  }

  @Test
  void theSameRhythmSaidAgainIsNotPutOff() {
    Schedule schedule = clocks.every(MINUTE, Missed.COALESCE);
    clocks.set(after(50));
    Schedule again =
        clocks
            .schedules()
            .edit(schedule.id(), was -> was.withTiming(new Timing.Every(MINUTE, null)));
    assertThat(again.nextRunAt()).isEqualTo(after(60));
    clocks.tickAt(after(60));
    assertThat(clocks.fired(schedule)).isEqualTo(ids(schedule, after(60)));
  }

  @Test
  void aPutMakesItAndThenOnlyWhatChanges() {
    var hourly = definition("report", new Timing.Every(Duration.ofHours(1), null));
    Schedule made = clocks.schedules().put(hourly);
    clocks.schedules().pause(made.id());
    clocks.set(after(1800));
    Schedule again = clocks.schedules().put(hourly);
    assertThat(again.id()).isEqualTo(made.id());
    assertThat(again.nextRunAt()).isEqualTo(after(3600));
    assertThat(again.paused()).as("the operator's pause stays").isTrue();
    Schedule faster = clocks.schedules().put(definition("report", new Timing.Every(MINUTE, null)));
    assertThat(faster.id()).isEqualTo(made.id());
    assertThat(faster.nextRunAt()).isEqualTo(after(1860));
    assertThat(clocks.number("SELECT count(*) FROM pulse.schedule")).isEqualTo(1);
  }

  @Test
  void theSameCreateOrTriggerMayComeTwice() {
    UUID id = UUID.randomUUID();
    var definition = definition("twice", new Timing.Every(MINUTE, null));
    Schedule first = clocks.schedules().create(id, definition);
    assertThat(clocks.schedules().create(id, definition)).isEqualTo(first);
    UUID job = UUID.randomUUID();
    assertThat(clocks.schedules().trigger(id, job).existing()).isFalse();
    assertThat(clocks.schedules().trigger(id, job).existing()).isTrue();
    assertThat(clocks.fired(first)).containsExactly(job);
  }

  @Test
  void aPreviewTellsTheNextFiresAndKeepsNothing() {
    assertThat(clocks.schedules().preview(definition("p", new Timing.Every(MINUTE, null)), 3))
        .containsExactly(after(60), after(120), after(180));
    assertThat(clocks.schedules().preview(definition("p", new Timing.At(after(-5))), 3))
        .containsExactly(after(-5));
    assertThat(
            clocks
                .schedules()
                .preview(definition("p", Timing.ByCron.in("0 12 29 2 *", "America/New_York")), 2))
        .containsExactly(
            Instant.parse("2028-02-29T17:00:00Z"), Instant.parse("2032-02-29T17:00:00Z"));
    assertThat(clocks.number("SELECT count(*) FROM pulse.schedule")).isZero();
    assertThatThrownBy(() -> clocks.schedules().preview(definition("p", new Timing.At(START)), 101))
        .hasMessageContaining("count is between 1 and 100");
  }

  @Test
  void oneThatCannotBeReadIsShownWithItsErrorAndCanBePausedReplacedAndDeleted() {
    Schedule good = clocks.every(MINUTE, Missed.COALESCE);
    Schedule bad = clocks.create("bad", Timing.ByCron.in("0 0 * * *", "UTC"), Missed.COALESCE);
    clocks.execute("UPDATE pulse.schedule SET zone = 'Mars/Olympus' WHERE name = 'bad'");
    assertThat(clocks.schedules().list(50, null).items())
        .extracting(Schedule::name)
        .containsExactly("bad", good.name());
    assertThat(clocks.schedules().find("bad").orElseThrow().content())
        .isInstanceOfSatisfying(
            Schedule.Garbled.class, it -> assertThat(it.error()).contains("Mars/Olympus"));
    assertThat(clocks.schedules().pause(bad.id()).paused()).isTrue();
    for (Runnable refused :
        List.<Runnable>of(
            () -> clocks.schedules().resume(bad.id()),
            () -> clocks.schedules().trigger(bad.id()),
            () -> clocks.schedules().edit(bad.id(), was -> was.withName("other")))) {
      assertThatThrownBy(refused::run)
          .isInstanceOfSatisfying(
              ScheduleRefused.class,
              it -> assertThat(it.reason()).isEqualTo(ScheduleRefused.Reason.UNREADABLE))
          .hasMessageContaining("schedule bad cannot be read");
    }
    assertThat(clocks.schedules().fires(bad.id(), 10, null).items()).isEmpty();
    Schedule mended =
        clocks.schedules().put(definition("bad", Timing.ByCron.in("0 0 * * *", "UTC")));
    assertThat(mended.id()).isEqualTo(bad.id());
    assertThat(mended.content()).isInstanceOf(Schedule.Understood.class);
    clocks.execute("UPDATE pulse.schedule SET zone = 'Mars/Olympus' WHERE name = 'bad'");
    clocks.schedules().delete(bad.id());
    assertThat(clocks.schedules().find("bad")).isEmpty();
  }

  private static Definition definition(String name, Timing timing) {
    return new Definition(name, timing, NewJob.named("work"), Missed.COALESCE);
  }

  @Test
  void aDeletedScheduleLeavesItsJobs() {
    Schedule schedule = clocks.every(MINUTE, Missed.COALESCE);
    clocks.tickAt(after(60));
    clocks.schedules().delete(schedule.id());
    clocks.tickAt(after(600));
    assertThat(clocks.number("SELECT count(*) FROM pulse.job")).isEqualTo(1);
    assertThatThrownBy(() -> clocks.schedules().delete(schedule.id()))
        .isInstanceOf(ScheduleRefused.class)
        .hasMessageContaining("there is no schedule");
  }

  @Test
  void aNameIsTakenOnce() {
    clocks.every(MINUTE, Missed.COALESCE);
    assertThatThrownBy(() -> clocks.every(MINUTE, Missed.SKIP))
        .isInstanceOf(ScheduleRefused.class)
        .hasMessageContaining("another schedule with that name");
  }

  @Test
  void listsByNameInPages() {
    for (String name : List.of("c", "a", "d", "b", "e")) {
      clocks.create(name, new Timing.At(after(60)), Missed.COALESCE);
    }
    var first = clocks.schedules().list(2, null);
    var second = clocks.schedules().list(2, first.next());
    var third = clocks.schedules().list(2, second.next());
    assertThat(List.of(first, second, third))
        .map(page -> page.items().stream().map(item -> item.definition().name()).toList())
        .containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e"));
    assertThat(third.next()).isNull();
    assertThatThrownBy(() -> clocks.schedules().list(2, "b2theA"))
        .isInstanceOf(ScheduleRefused.class);
  }

  @Test
  void whatCannotBeKeptIsRefused() {
    assertThatThrownBy(() -> new Timing.Every(Duration.ofMillis(999), null))
        .hasMessageContaining("every is between 1 second and 10 years");
    assertThatThrownBy(() -> definition(UUID.randomUUID().toString(), new Timing.At(START)))
        .hasMessageContaining("name looks like an id");
    assertThatThrownBy(() -> Timing.ByCron.in("* * * * *", "Mars/Olympus"))
        .hasMessageContaining("zone is an IANA name");
    NewJob keyed = NewJob.named("work").but().uniqueKey("k").build();
    assertThatThrownBy(() -> new Definition("keyed", new Timing.At(START), keyed, Missed.COALESCE))
        .hasMessageContaining("the job of a schedule has no unique_key");
    String large = "\"" + "x".repeat(2 << 20) + "\"";
    assertThatThrownBy(
            () ->
                clocks
                    .schedules()
                    .create(
                        new Definition(
                            "large",
                            new Timing.At(START),
                            NewJob.named("work").but().args(large).build(),
                            Missed.COALESCE)))
        .hasMessageContaining("args is larger");
  }
}
