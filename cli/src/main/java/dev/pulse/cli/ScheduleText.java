package dev.pulse.cli;

import dev.pulse.Schedule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A schedule in the words that people read. */
final class ScheduleText {
  private ScheduleText() {}

  /** When it fires. */
  static String when(Schedule.@Nullable Timing timing) {
    return switch (timing) {
      case Schedule.At(var time) -> "at " + time;
      case Schedule.Every(var period) -> "every " + DurationText.written(period);
      case Schedule.Cron(var expression, var zone) -> "cron " + expression + " " + zone.getId();
      case null -> "?";
    };
  }

  /** When it fires next, or why it does not. */
  static String next(Schedule schedule, Instant now) {
    Instant next = schedule.nextRunAt();
    if (schedule.error() != null) {
      return "unreadable";
    }
    if (schedule.paused()) {
      return "paused";
    }
    return next == null ? "over" : Ago.of(next, now);
  }

  /** One line about one that was made or changed. */
  static String line(Schedule schedule, Instant now) {
    Instant next = schedule.nextRunAt();
    String when = schedule.paused() || next == null ? "" : " next run " + next;
    return "%s%s (%s)".formatted(schedule.name(), when, next(schedule, now));
  }
}
