package dev.pulse.server.schedule;

import static dev.pulse.server.schedule.Clocks.START;
import static dev.pulse.server.schedule.Clocks.after;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The database's clock jumps while three servers tick: nothing is doubled and there is no storm
 * (S2, S3). What fires is held against the occurrences themselves.
 */
class ClockJumpTest {
  @RegisterExtension static final Clocks clocks = new Clocks();

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int DAY = 86_400;
  private static final int EACH = 10;

  @Test
  void forwardByADayAndBackWithThreeServers() throws Exception {
    var schedules = new ArrayList<Schedule>();
    for (Missed missed : List.of(Missed.COALESCE, Missed.SKIP)) {
      for (int number = 0; number < EACH; number++) {
        schedules.add(clocks.create(missed + "-" + number, every(), missed));
      }
    }
    tickTogether(seconds(1, 10));
    long before = fires();
    assertThat(before).isEqualTo(20 * 10);
    tickTogether(List.of(after(DAY)));
    long jumped = fires() - before;
    // coalesce: one for the day; skip: those that are less than five seconds late.
    assertThat(jumped).as("no storm").isEqualTo(EACH + EACH * 5);
    tickTogether(seconds(11, 40));
    assertThat(fires() - before).as("back again: nothing twice, nothing new").isEqualTo(jumped);
    tickTogether(seconds(DAY + 1, DAY + 5));
    assertThat(fires() - before - jumped).as("and on from there").isEqualTo(20 * 5);
    for (Schedule schedule : schedules) {
      assertThat(occurrences(schedule, DAY + 5)).doesNotHaveDuplicates();
      assertThat(clocks.current(schedule).nextRunAt()).isEqualTo(after(DAY + 6));
    }
  }

  /** Seeded; the clock goes anywhere within an hour, a catch-up must end with every occurrence. */
  @Test
  void anywhereAndBackAHundredTimesEveryOccurrenceIsStillOneJob() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("ClockJumpTest: seed " + seed);
    var random = new Random(seed);
    Schedule schedule =
        clocks.create(
            "catching up", new Timing.Every(Duration.ofSeconds(10), null), Missed.CATCH_UP);
    int latest = 0;
    for (int jump = 0; jump < 100; jump++) {
      int to = random.nextInt(3600);
      latest = Math.max(latest, to);
      tickTogether(List.of(after(to)));
    }
    clocks.tickAt(after(latest));
    var expected =
        Stream.iterate(
                after(10), time -> !time.isAfter(START.plusSeconds(3600)), t -> t.plusSeconds(10))
            .limit(latest / 10)
            .map(time -> Firing.id(schedule.id(), time))
            .toList();
    assertThat(clocks.fired(schedule)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(fires()).isEqualTo(latest / 10);
  }

  private static Timing every() {
    return new Timing.Every(SECOND, null);
  }

  private static List<Instant> seconds(int from, int to) {
    return Stream.iterate(from, n -> n <= to, n -> n + 1).map(n -> after(n)).toList();
  }

  /** Three servers tick at each of these times, all at once. */
  private static void tickTogether(List<Instant> times) throws Exception {
    List<Schedules> servers = Stream.generate(clocks::server).limit(3).toList();
    try (var threads = Executors.newFixedThreadPool(3)) {
      for (Instant time : times) {
        clocks.set(time);
        var ticks = new ArrayList<Callable<Integer>>();
        servers.forEach(server -> ticks.add(() -> server.tick(7) + server.tick(7)));
        for (var tick : threads.invokeAll(ticks)) {
          assertThat(tick.get()).isNotNegative();
        }
        clocks.tickAt(time);
      }
    }
  }

  private static long fires() {
    return clocks.number("SELECT count(*) FROM pulse.job");
  }

  private static List<UUID> occurrences(Schedule schedule, int until) {
    var known = new ArrayList<UUID>();
    var fired = clocks.fired(schedule);
    for (int second = 1; second <= until; second++) {
      UUID id = Firing.id(schedule.id(), after(second));
      if (fired.contains(id)) {
        known.add(id);
      }
    }
    assertThat(known).as("every job is some occurrence").hasSameSizeAs(fired);
    return known;
  }
}
