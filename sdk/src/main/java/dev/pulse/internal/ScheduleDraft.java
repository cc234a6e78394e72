package dev.pulse.internal;

import dev.pulse.JobOptions;
import dev.pulse.JobRequest;
import dev.pulse.Missed;
import dev.pulse.ScheduleOptions;
import dev.pulse.v1.Cron;
import dev.pulse.v1.NewSchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A schedule being put together. */
final class ScheduleDraft implements ScheduleOptions {
  private final NewSchedule.Builder schedule = NewSchedule.newBuilder();
  private final Codec codec;

  private ScheduleDraft(Codec codec) {
    this.codec = codec;
  }

  static NewSchedule of(Consumer<ScheduleOptions> options, Codec codec) {
    var draft = new ScheduleDraft(codec);
    options.accept(draft);
    return draft.schedule.build();
  }

  @Override
  public ScheduleOptions at(Instant time) {
    schedule.setAt(ToWire.timestamp(time));
    return this;
  }

  @Override
  public ScheduleOptions every(Duration period) {
    schedule.setEvery(ToWire.duration(period));
    return this;
  }

  @Override
  public ScheduleOptions cron(String expression) {
    return cron(expression, "UTC");
  }

  @Override
  public ScheduleOptions cron(String expression, ZoneId zone) {
    return cron(expression, zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId());
  }

  private ScheduleOptions cron(String expression, String zone) {
    schedule.setCron(Cron.newBuilder().setExpression(expression).setZone(zone));
    return this;
  }

  @Override
  public ScheduleOptions missed(Missed missed) {
    schedule.setMissed(dev.pulse.v1.Missed.valueOf("MISSED_" + missed.name()));
    return this;
  }

  @Override
  public ScheduleOptions job(String name) {
    return job(name, null);
  }

  @Override
  public ScheduleOptions job(String name, @Nullable Object args) {
    return job(name, args, options -> {});
  }

  @Override
  public ScheduleOptions job(String name, @Nullable Object args, Consumer<JobOptions> options) {
    schedule.setJob(Draft.template(JobRequest.of(name, args, options), codec));
    return this;
  }

  @Override
  public ScheduleOptions name(String name) {
    schedule.setName(name);
    return this;
  }
}
