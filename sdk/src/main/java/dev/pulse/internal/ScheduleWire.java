package dev.pulse.internal;

import dev.pulse.Json;
import dev.pulse.Missed;
import dev.pulse.Schedule;
import dev.pulse.SchedulePage;
import dev.pulse.v1.ListSchedulesResponse;
import dev.pulse.v1.NewJob;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Schedules as the wire carries them. What this version does not understand is null here. */
final class ScheduleWire {
  private ScheduleWire() {}

  static SchedulePage page(ListSchedulesResponse page) {
    return new SchedulePage(
        page.getSchedulesList().stream().map(ScheduleWire::schedule).toList(),
        FromWire.text(page.getNextCursor()));
  }

  static Schedule schedule(dev.pulse.v1.Schedule schedule) {
    return new Schedule(
        UUID.fromString(schedule.getId()),
        schedule.getName(),
        timing(schedule),
        schedule.hasJob() ? template(schedule.getJob()) : null,
        missed(schedule.getMissed()),
        schedule.getPaused(),
        schedule.hasNextRunAt() ? FromWire.instant(schedule.getNextRunAt()) : null,
        schedule.hasLastRunAt() ? FromWire.instant(schedule.getLastRunAt()) : null,
        FromWire.instant(schedule.getCreatedAt()),
        FromWire.instant(schedule.getUpdatedAt()),
        FromWire.text(schedule.getError()));
  }

  private static Schedule.@Nullable Timing timing(dev.pulse.v1.Schedule schedule) {
    return switch (schedule.getTimingCase()) {
      case AT -> new Schedule.At(FromWire.instant(schedule.getAt()));
      case EVERY -> new Schedule.Every(FromWire.duration(schedule.getEvery()));
      case CRON -> cron(schedule.getCron());
      case TIMING_NOT_SET -> null;
    };
  }

  /** The server may know zones that this JVM is too old for. */
  private static Schedule.@Nullable Timing cron(dev.pulse.v1.Cron cron) {
    try {
      return new Schedule.Cron(cron.getExpression(), ZoneId.of(cron.getZone()));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Schedule.Template template(NewJob job) {
    return new Schedule.Template(
        job.getName(),
        job.getTopic(),
        Json.of(job.getArgs()),
        job.getPriority(),
        job.getMaxAttempts(),
        job.getLimitsList());
  }

  private static @Nullable Missed missed(dev.pulse.v1.Missed missed) {
    return switch (missed) {
      case MISSED_COALESCE -> Missed.COALESCE;
      case MISSED_SKIP -> Missed.SKIP;
      case MISSED_CATCH_UP -> Missed.CATCH_UP;
      case MISSED_UNSPECIFIED, UNRECOGNIZED -> null;
    };
  }
}
