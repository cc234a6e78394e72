package dev.pulse.server.schedule;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** A schedule as a row of its table, both ways. */
final class ScheduleRow {
  private ScheduleRow() {}

  static Schedule read(Row row) throws SQLException {
    return new Schedule(
        row.uuid("id"),
        row.text("name"),
        content(row),
        row.flag("paused"),
        row.instantOrNull("next_run_at"),
        row.instantOrNull("last_run_at"),
        row.instant("created_at"),
        row.instant("updated_at"));
  }

  private static Schedule.Content content(Row row) throws SQLException {
    try {
      return new Schedule.Understood(definition(row));
    } catch (ScheduleRefused | JobRefused | DateTimeException | IllegalArgumentException e) {
      return new Schedule.Garbled(String.valueOf(e.getMessage()));
    }
  }

  private static Definition definition(Row row) throws SQLException {
    NewJob job =
        NewJob.named(row.text("job_name"))
            .but()
            .topic(row.text("topic"))
            .args(row.text("args"))
            .priority(row.count("priority"))
            .maxAttempts(row.count("max_attempts"))
            .limits(row.texts("limits"))
            .build();
    Missed missed = Missed.valueOf(row.text("missed").toUpperCase(Locale.ROOT));
    return new Definition(row.text("name"), timing(row), job, missed);
  }

  private static Timing timing(Row row) throws SQLException {
    String spec = row.text("spec");
    return switch (row.text("kind")) {
      case "at" -> new Timing.At(Instant.parse(spec));
      case "every" -> new Timing.Every(Duration.parse(spec), row.instant("anchor"));
      case "cron" -> Timing.ByCron.in(spec, row.text("zone"));
      case String other -> throw ScheduleRefused.invalid("a schedule of kind " + other);
    };
  }

  static Sql.Call bind(Sql.Call call, Definition definition, Instant now) throws SQLException {
    NewJob job = definition.job();
    timing(call, definition.timing(), now);
    return call.set("name", definition.name())
        .set("missed", definition.missed().name().toLowerCase(Locale.ROOT))
        .set("job_name", job.name())
        .set("topic", job.topic())
        .set("args", job.args())
        .set("priority", job.priority())
        .set("max_attempts", job.maxAttempts())
        .set("limits", job.limits().toArray(String[]::new));
  }

  private static void timing(Sql.Call call, Timing timing, Instant now) throws SQLException {
    switch (timing) {
      case Timing.At(var time) -> timing(call, "at", time.toString(), "UTC", now);
      case Timing.Every(var period, var anchor) ->
          timing(call, "every", period.toString(), "UTC", anchor == null ? now : anchor);
      case Timing.ByCron(var expression, var zone) ->
          timing(call, "cron", expression, zone.getId(), now);
    }
  }

  private static void timing(Sql.Call call, String kind, String spec, String zone, Instant anchor)
      throws SQLException {
    call.set("kind", kind).set("spec", spec).set("zone", zone).set("anchor", anchor);
  }
}
