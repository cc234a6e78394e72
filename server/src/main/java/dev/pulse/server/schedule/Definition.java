package dev.pulse.server.schedule;

import dev.pulse.server.job.Backoff;
import dev.pulse.server.job.NewJob;
import java.util.regex.Pattern;

/**
 * What a schedule is asked to do. Whatever exists of this type can be stored.
 *
 * @param job what every fire submits: name, topic, args, priority, max attempts and limits
 */
public record Definition(String name, Timing timing, NewJob job, Missed missed) {
  private static final int LONGEST_NAME = 200;
  private static final Pattern ID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  public Definition {
    if (name.isEmpty()
        || name.length() > LONGEST_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      throw ScheduleRefused.invalid(
          "name has 1 to %d characters and no control characters".formatted(LONGEST_NAME));
    }
    if (ID.matcher(name).matches()) {
      throw ScheduleRefused.invalid("name looks like an id, and could be taken for one");
    }
    require(job.id() == null, "id");
    require(job.due().equals(NewJob.Due.NOW), "delay or at");
    require(job.uniqueKey() == null, "unique_key");
    require(job.backoff().equals(Backoff.SQUARED), "backoff");
    require(job.origin().equals(NewJob.Origin.NONE), "origin");
    require(job.trace() == null, "traceparent");
  }

  public Definition withName(String name) {
    return new Definition(name, timing, job, missed);
  }

  public Definition withTiming(Timing timing) {
    return new Definition(name, timing, job, missed);
  }

  public Definition withJob(NewJob job) {
    return new Definition(name, timing, job, missed);
  }

  public Definition withMissed(Missed missed) {
    return new Definition(name, timing, job, missed);
  }

  private static void require(boolean absent, String field) {
    if (!absent) {
      throw ScheduleRefused.invalid("the job of a schedule has no " + field);
    }
  }
}
