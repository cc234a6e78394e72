package dev.pulse.server.schedule;

import static dev.pulse.server.schedule.Clocks.after;
import static dev.pulse.server.schedule.Clocks.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.postgres.DatabaseFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each occurrence is exactly one job: many servers, repeated ticks, a crash in between (S2). */
class ExactlyOnceTest {
  @RegisterExtension static final Clocks clocks = new Clocks();

  private static final int SERVERS = 4;
  private static final int SCHEDULES = 50;
  private static final int SECONDS = 40;

  @Test
  void fourServersTickingAtOnceFireEachOccurrenceOnce() throws Exception {
    for (int number = 0; number < SCHEDULES; number++) {
      clocks.create("s" + number, new Timing.Every(Duration.ofSeconds(1), null), Missed.CATCH_UP);
    }
    List<Schedules> servers = IntStream.range(0, SERVERS).mapToObj(_ -> clocks.server()).toList();
    try (var threads = Executors.newFixedThreadPool(SERVERS)) {
      for (int second = 1; second <= SECONDS; second++) {
        clocks.set(after(second));
        var ticks = new ArrayList<Callable<Integer>>();
        servers.forEach(server -> ticks.add(() -> server.tick(20) + server.tick(20)));
        for (var tick : threads.invokeAll(ticks)) {
          assertThat(tick.get()).isNotNegative();
        }
      }
    }
    clocks.tickAt(after(SECONDS));
    assertThat(clocks.number("SELECT count(*) FROM pulse.job")).isEqualTo(SCHEDULES * SECONDS);
    assertThat(clocks.number("SELECT count(*) FROM pulse.ready")).isEqualTo(SCHEDULES * SECONDS);
    assertThat(
            clocks.number(
                """
                SELECT count(*) FROM (SELECT schedule_id FROM pulse.job
                  GROUP BY schedule_id HAVING count(*) = %d) AS whole
                """
                    .formatted(SECONDS)))
        .isEqualTo(SCHEDULES);
    System.out.printf("%d servers, %d fires, none lost or doubled%n", SERVERS, SCHEDULES * SECONDS);
  }

  @Test
  void aTickThatDiesBeforeItsCommitLeavesNothing() {
    Schedule schedule = clocks.every(Duration.ofMinutes(1), Missed.COALESCE);
    clocks.execute(
        """
        CREATE FUNCTION pulse.dies() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN RAISE EXCEPTION 'struck by lightning'; END $$;
        CREATE TRIGGER dies BEFORE UPDATE ON pulse.schedule EXECUTE FUNCTION pulse.dies()
        """);
    assertThatThrownBy(() -> clocks.tickAt(after(60))).isInstanceOf(DatabaseFailure.class);
    assertThat(clocks.number("SELECT count(*) FROM pulse.job")).isZero();
    clocks.execute("DROP FUNCTION pulse.dies() CASCADE");
    clocks.tickAt(after(61));
    clocks.tickAt(after(62));
    assertThat(clocks.fired(schedule)).isEqualTo(ids(schedule, after(60)));
  }

  @Test
  void aCursorSetBackByHandFiresNothingTwice() {
    Schedule schedule = clocks.every(Duration.ofMinutes(1), Missed.COALESCE);
    clocks.tickAt(after(60));
    clocks.execute("UPDATE pulse.schedule SET next_run_at = '" + after(60) + "'");
    clocks.tickAt(after(61));
    assertThat(clocks.fired(schedule)).isEqualTo(ids(schedule, after(60)));
    assertThat(clocks.current(schedule).nextRunAt()).isEqualTo(after(120));
  }

  @Test
  void oneThatCannotBeReadAnyMoreIsSetAsideAndTheOthersFire() {
    Schedule good = clocks.every(Duration.ofMinutes(1), Missed.COALESCE);
    clocks.create("bad", Timing.ByCron.in("* * * * *", "UTC"), Missed.COALESCE);
    clocks.execute("UPDATE pulse.schedule SET zone = 'Mars/Olympus' WHERE name = 'bad'");
    clocks.tickAt(after(60));
    assertThat(clocks.fired(good)).hasSize(1);
    assertThat(clocks.number("SELECT count(*) FROM pulse.schedule WHERE paused")).isEqualTo(1);
  }

  @Test
  void noRowHoweverGarbledKeepsTheOthersFromFiring() {
    Schedule good = clocks.every(Duration.ofMinutes(1), Missed.COALESCE);
    List<String> garbled =
        List.of(
            "kind = 'at', spec = 'tomorrow'",
            "kind = 'every', spec = 'often'",
            "kind = 'every', spec = 'PT0.001S'",
            "kind = 'cron', spec = '99 * * * *'",
            "limits = ARRAY[repeat('x', 1000)]",
            "topic = repeat('x', 1000)");
    for (String how : garbled) {
      clocks.create(how, new Timing.At(after(1)), Missed.COALESCE);
      clocks.execute(
          "UPDATE pulse.schedule SET %s WHERE name = '%s'".formatted(how, how.replace("'", "''")));
    }
    clocks.tickAt(after(60));
    assertThat(clocks.fired(good)).hasSize(1);
    assertThat(clocks.number("SELECT count(*) FROM pulse.job")).isEqualTo(1);
    assertThat(clocks.schedules().list(50, null).items())
        .filteredOn(each -> each.content() instanceof Schedule.Garbled)
        .extracting(Schedule::name)
        .containsExactlyInAnyOrderElementsOf(garbled);
  }
}
