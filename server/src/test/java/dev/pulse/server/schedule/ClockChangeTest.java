package dev.pulse.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.job.NewJob;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Daylight saving time through the database: the days on which clocks change, minute by minute, and
 * the jobs that came of it (S1).
 */
class ClockChangeTest {
  @RegisterExtension static final Clocks clocks = new Clocks();

  @ParameterizedTest
  @CsvSource({
    // forward: 02:30 does not exist and fires at the moment after the gap
    "Europe/Berlin,    0 30 2 * * *, 2026-03-28T12:00:00Z, 2026-03-29T01:00:00Z",
    "America/New_York, 0 30 2 * * *, 2026-03-07T12:00:00Z, 2026-03-08T07:00:00Z",
    // back: 02:30, in New York 01:30, comes twice and fires the first time only
    "Europe/Berlin,    0 30 2 * * *, 2026-10-24T12:00:00Z, 2026-10-25T00:30:00Z",
    "America/New_York, 0 30 1 * * *, 2026-10-31T12:00:00Z, 2026-11-01T05:30:00Z",
    // times that the change leaves alone
    "Europe/Berlin,    0 30 4 * * *, 2026-03-28T12:00:00Z, 2026-03-29T02:30:00Z",
    "America/New_York, 0 30 4 * * *, 2026-10-31T12:00:00Z, 2026-11-01T09:30:00Z",
    // a leap day
    "Europe/Berlin,    0 30 2 29 2 *, 2028-02-28T12:00:00Z, 2028-02-29T01:30:00Z",
  })
  void aTimeOfTheDayFiresOnceThatDay(String zone, String cron, Instant from, Instant fire) {
    assertThat(firedWithinADay(zone, cron, from)).containsExactly(fire);
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin,    2026-03-28T12:00:00Z",
    "Europe/Berlin,    2026-10-24T12:00:00Z",
    "America/New_York, 2026-03-07T12:00:00Z",
    "America/New_York, 2026-10-31T12:00:00Z",
  })
  void anHourlyRhythmFiresEverySixtyMinutesOnBothChangeDays(String zone, Instant from) {
    List<Instant> fires = firedWithinADay(zone, "30 * * * *", from);
    assertThat(fires).hasSize(24).first().isEqualTo(from.plusSeconds(1800));
    for (int hour = 1; hour < 24; hour++) {
      assertThat(fires.get(hour)).isEqualTo(fires.get(hour - 1).plusSeconds(3600));
    }
  }

  /** Ticks minute by minute; answers the minutes at which a job was made, checked by its id. */
  private static List<Instant> firedWithinADay(String zone, String cron, Instant from) {
    clocks.set(from);
    Schedule schedule =
        clocks
            .schedules()
            .create(
                new Definition(
                    "daily", Timing.ByCron.in(cron, zone), NewJob.named("work"), Missed.CATCH_UP));
    for (int minute = 0; minute <= 24 * 60; minute++) {
      clocks.tickAt(from.plusSeconds(minute * 60L));
    }
    Set<UUID> jobs = clocks.fired(schedule);
    List<Instant> fires =
        IntStream.rangeClosed(0, 24 * 60)
            .mapToObj(minute -> from.plusSeconds(minute * 60L))
            .filter(time -> jobs.contains(Firing.id(schedule.id(), time)))
            .collect(Collectors.toList());
    assertThat(fires).hasSameSizeAs(jobs);
    return fires;
  }
}
