package dev.pulse.server.grpc;

import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Page;
import dev.pulse.server.schedule.Definition;
import dev.pulse.server.schedule.Missed;
import dev.pulse.server.schedule.Schedule;
import dev.pulse.server.schedule.ScheduleRefused;
import dev.pulse.server.schedule.Timing;
import dev.pulse.v1.Cron;
import dev.pulse.v1.ListSchedulesResponse;
import dev.pulse.v1.NewSchedule;
import org.jspecify.annotations.Nullable;

/** Between the wire's messages and the schedules' words. */
final class ScheduleWire {
  private static final String UTC = "UTC";

  private ScheduleWire() {}

  /** As a new schedule, which must say what and when. */
  static Definition definition(NewSchedule asked) {
    Timing timing = timing(asked);
    if (timing == null) {
      throw ScheduleRefused.invalid("at, every or cron is missing");
    }
    if (!asked.hasJob()) {
      throw ScheduleRefused.invalid("job is missing");
    }
    Missed missed = missed(asked.getMissed());
    return new Definition(
        asked.getName(),
        timing,
        Wire.newJob(asked.getJob()),
        missed == null ? Missed.COALESCE : missed);
  }

  /** As a change of one that is there. */
  static Definition changed(Definition was, NewSchedule asked) {
    Definition now = asked.getName().isEmpty() ? was : was.withName(asked.getName());
    Timing timing = timing(asked);
    now = timing == null ? now : now.withTiming(timing);
    now = asked.hasJob() ? now.withJob(Wire.newJob(asked.getJob())) : now;
    Missed missed = missed(asked.getMissed());
    return missed == null ? now : now.withMissed(missed);
  }

  private static @Nullable Timing timing(NewSchedule asked) {
    return switch (asked.getTimingCase()) {
      case AT -> new Timing.At(Wire.instant(asked.getAt()));
      case EVERY -> new Timing.Every(Wire.duration(asked.getEvery()), null);
      case CRON -> {
        String zone = asked.getCron().getZone();
        yield Timing.ByCron.in(asked.getCron().getExpression(), zone.isEmpty() ? UTC : zone);
      }
      case TIMING_NOT_SET -> null;
    };
  }

  private static @Nullable Missed missed(dev.pulse.v1.Missed missed) {
    return switch (missed) {
      case MISSED_UNSPECIFIED -> null;
      case MISSED_COALESCE -> Missed.COALESCE;
      case MISSED_SKIP -> Missed.SKIP;
      case MISSED_CATCH_UP -> Missed.CATCH_UP;
      case UNRECOGNIZED -> throw ScheduleRefused.invalid("missed is coalesce, skip or catch_up");
    };
  }

  static ListSchedulesResponse page(Page<Schedule> page) {
    var built = ListSchedulesResponse.newBuilder();
    page.items().forEach(schedule -> built.addSchedules(schedule(schedule)));
    Wire.set(page.next(), built::setNextCursor);
    return built.build();
  }

  static dev.pulse.v1.Schedule schedule(Schedule schedule) {
    var built =
        dev.pulse.v1.Schedule.newBuilder()
            .setId(schedule.id().toString())
            .setName(schedule.name())
            .setPaused(schedule.paused())
            .setCreatedAt(Wire.timestamp(schedule.createdAt()))
            .setUpdatedAt(Wire.timestamp(schedule.updatedAt()));
    Wire.setTime(schedule.nextRunAt(), built::setNextRunAt);
    Wire.setTime(schedule.lastRunAt(), built::setLastRunAt);
    switch (schedule.content()) {
      case Schedule.Garbled(var error) -> built.setError(error);
      case Schedule.Understood(var definition) -> {
        timing(definition.timing(), built);
        built.setJob(template(definition.job()));
        built.setMissed(dev.pulse.v1.Missed.valueOf("MISSED_" + definition.missed()));
      }
    }
    return built.build();
  }

  private static void timing(Timing timing, dev.pulse.v1.Schedule.Builder built) {
    switch (timing) {
      case Timing.At(var time) -> built.setAt(Wire.timestamp(time));
      case Timing.Every(var period, _) -> built.setEvery(Wire.duration(period));
      case Timing.ByCron(var expression, var zone) ->
          built.setCron(Cron.newBuilder().setExpression(expression).setZone(zone.getId()));
    }
  }

  private static dev.pulse.v1.NewJob template(NewJob job) {
    return dev.pulse.v1.NewJob.newBuilder()
        .setName(job.name())
        .setTopic(job.topic())
        .setArgs(job.args())
        .setPriority(job.priority())
        .setMaxAttempts(job.maxAttempts())
        .addAllLimits(job.limits())
        .build();
  }
}
