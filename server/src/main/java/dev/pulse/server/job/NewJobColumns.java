package dev.pulse.server.job;

import dev.pulse.server.postgres.Sql;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A batch of new jobs, turned into the arrays that the insert takes apart again. */
final class NewJobColumns {
  private final List<NewJob> jobs;

  NewJobColumns(List<NewJob> jobs) {
    this.jobs = jobs;
  }

  /** What no two jobs need have in common. */
  Sql.Given bindOwn(Sql.Given statement) {
    return statement.set("ids", uuids(NewJob::id)).set("args", texts(NewJob::args));
  }

  /** What every job has. */
  Sql.Given bindPlain(Sql.Given statement) {
    return bindOwn(statement)
        .set("names", texts(NewJob::name))
        .set("topics", texts(NewJob::topic))
        .set("priorities", shorts(NewJob::priority))
        .set("max_attempts", shorts(NewJob::maxAttempts))
        .set("traces", texts(NewJob::trace));
  }

  Sql.Given bind(Sql.Given statement) {
    return bindPlain(statement)
        .set("delays", longs(job -> delay(job.due())))
        .set("ats", longs(job -> at(job.due())))
        .set("keys", texts(NewJob::uniqueKey))
        .set("backoffs", texts(job -> BackoffJson.write(job.backoff())))
        .set("schedules", uuids(job -> job.origin().scheduleId()))
        .set("runs", uuids(job -> job.origin().runId()))
        .set("nodes", texts(job -> job.origin().nodeId()))
        .set("traits", shorts(job -> (int) Traits.of(job)));
  }

  private static @Nullable Long delay(NewJob.Due due) {
    return due instanceof NewJob.Due.After(Duration delay) ? delay.toNanos() / 1_000 : null;
  }

  private static @Nullable Long at(NewJob.Due due) {
    return due instanceof NewJob.Due.At(Instant time)
        ? ChronoUnit.MICROS.between(Instant.EPOCH, time)
        : null;
  }

  private String[] texts(Function<NewJob, @Nullable String> column) {
    return filled(column, new String[jobs.size()], new String[0]);
  }

  private UUID[] uuids(Function<NewJob, @Nullable UUID> column) {
    return filled(column, new UUID[jobs.size()], new UUID[0]);
  }

  private Long[] longs(Function<NewJob, @Nullable Long> column) {
    return filled(column, new Long[jobs.size()], new Long[0]);
  }

  /** A column in which nobody has a value is left out: unnest makes up for what is missing. */
  private <T> @Nullable T[] filled(
      Function<NewJob, @Nullable T> column, @Nullable T[] values, @Nullable T[] nothing) {
    boolean given = false;
    for (int at = 0; at < values.length; at++) {
      values[at] = column.apply(jobs.get(at));
      given |= values[at] != null;
    }
    return given ? values : nothing;
  }

  private short[] shorts(Function<NewJob, Integer> column) {
    short[] values = new short[jobs.size()];
    for (int at = 0; at < values.length; at++) {
      values[at] = column.apply(jobs.get(at)).shortValue();
    }
    return values;
  }
}
