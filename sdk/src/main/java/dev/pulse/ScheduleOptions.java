package dev.pulse;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a schedule is to do. A new one needs a timing and a job; of several timings, the last one
 * said counts.
 */
public interface ScheduleOptions {
  /** Fires once. A time that has passed counts as missed. */
  ScheduleOptions at(Instant time);

  /** Fires again and again, first after one period. A second is the shortest. */
  ScheduleOptions every(Duration period);

  /** Fires at the times of a cron expression, in UTC. */
  ScheduleOptions cron(String expression);

  /** Fires at the local times of a cron expression. */
  ScheduleOptions cron(String expression, ZoneId zone);

  /** What becomes of missed times. Default: {@link Missed#COALESCE}. */
  ScheduleOptions missed(Missed missed);

  /** Submits this job, without args. */
  ScheduleOptions job(String name);

  /**
   * Submits this job.
   *
   * @param args a {@link Json}, or anything Jackson can write; null for none
   */
  ScheduleOptions job(String name, @Nullable Object args);

  /**
   * Submits this job.
   *
   * @param options topic, priority, attempts and limits; a schedule's job takes no others
   */
  ScheduleOptions job(String name, @Nullable Object args, Consumer<JobOptions> options);

  /** Gives it another name: for {@link Schedules#edit}. */
  ScheduleOptions name(String name);
}
