package dev.pulse.server.schedule;

import static dev.pulse.server.schedule.Clocks.START;
import static dev.pulse.server.schedule.Clocks.after;
import static dev.pulse.server.schedule.Clocks.ids;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of occurrences that nobody fired in time, and of clocks that jump (S3). */
class MissedTest {
  @RegisterExtension static final Clocks clocks = new Clocks();

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void coalescedTheyAreOneJob() {
    Schedule schedule = clocks.every(MINUTE, Missed.COALESCE);
    clocks.tickAt(after(3630));
    assertThat(clocks.fired(schedule)).isEqualTo(ids(schedule, after(60)));
    assertThat(clocks.current(schedule).nextRunAt()).isEqualTo(after(3660));
  }

  @Test
  void skippedTheyAreNone() {
    Schedule schedule = clocks.every(MINUTE, Missed.SKIP);
    clocks.tickAt(after(3630));
    assertThat(clocks.fired(schedule)).isEmpty();
    assertThat(clocks.current(schedule).nextRunAt()).isEqualTo(after(3660));
  }

  @Test
  void anOccurrenceThatIsMomentsLateIsNotMissed() {
    Schedule schedule = clocks.every(MINUTE, Missed.SKIP);
    clocks.tickAt(after(124));
    assertThat(clocks.fired(schedule)).isEqualTo(ids(schedule, after(120)));
  }

  @Test
  void aSingleTimeThatIsSkippedIsOver() {
    Schedule schedule = clocks.create("once", new Timing.At(after(60)), Missed.SKIP);
    clocks.tickAt(after(120));
    assertThat(clocks.fired(schedule)).isEmpty();
    assertThat(clocks.current(schedule).nextRunAt()).isNull();
  }

  @Test
  void caughtUpWithTheyAreAllThereButABoundedNumberPerTick() {
    Schedule schedule = clocks.every(MINUTE, Missed.CATCH_UP);
    clocks.set(after(60 * 250));
    assertThat(clocks.schedules().tick(10)).isEqualTo(1);
    assertThat(clocks.fired(schedule)).hasSize(Ticker.CATCH_UP);
    assertThat(clocks.schedules().untilNextDue().orElseThrow()).isNegative();
    clocks.tickAt(after(60 * 250));
    assertThat(clocks.fired(schedule)).hasSize(250);
    assertThat(clocks.current(schedule).nextRunAt()).isEqualTo(after(60 * 251));
  }

  @Test
  void aClockThatJumpsThereAndBackFiresNothingTwiceAndMakesNoStorm() {
    Schedule schedule = clocks.every(MINUTE, Missed.COALESCE);
    clocks.tickAt(after(60));
    clocks.tickAt(after(86_400));
    assertThat(clocks.fired(schedule)).isEqualTo(ids(schedule, after(60), after(120)));
    clocks.tickAt(after(61));
    clocks.tickAt(after(180));
    assertThat(clocks.fired(schedule)).hasSize(2);
  }

  @Test
  void aCursorLeftInTheFutureComesBackWithAResumeAndStillFiresNothingTwice() {
    Schedule schedule = clocks.every(MINUTE, Missed.CATCH_UP);
    clocks.tickAt(after(600));
    assertThat(clocks.fired(schedule)).hasSize(10);
    clocks.set(START);
    clocks.schedules().pause(schedule.id());
    assertThat(clocks.schedules().resume(schedule.id()).nextRunAt()).isEqualTo(after(60));
    clocks.tickAt(after(660));
    assertThat(clocks.fired(schedule)).hasSize(11);
  }
}
