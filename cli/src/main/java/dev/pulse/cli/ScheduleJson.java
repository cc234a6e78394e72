package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.Schedule;
import dev.pulse.SchedulePage;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Schedules as JSON, in the words of the REST interface: what reads one reads the other. */
final class ScheduleJson {
  private ScheduleJson() {}

  static void page(JsonGenerator json, SchedulePage page) throws IOException {
    json.writeStartObject();
    JobJson.list(json, "schedules", page.schedules(), ScheduleJson::schedule);
    JobJson.text(json, "next_cursor", page.cursor());
    json.writeEndObject();
  }

  static void schedule(JsonGenerator json, Schedule schedule) throws IOException {
    Schedule.Timing timing = schedule.timing();
    json.writeStartObject();
    JobJson.text(json, "id", schedule.id());
    JobJson.text(json, "name", schedule.name());
    JobJson.text(json, "at", timing instanceof Schedule.At(var time) ? time : null);
    JobJson.text(
        json,
        "every",
        timing instanceof Schedule.Every(var period) ? DurationText.written(period) : null);
    JobJson.text(json, "cron", timing instanceof Schedule.Cron(var text, _) ? text : null);
    JobJson.text(json, "zone", timing instanceof Schedule.Cron(_, var zone) ? zone.getId() : null);
    JobJson.text(
        json,
        "missed",
        schedule.missed() == null ? null : schedule.missed().name().toLowerCase(Locale.ROOT));
    json.writeBooleanField("paused", schedule.paused());
    template(json, schedule.job());
    JobJson.text(json, "next_run_at", schedule.nextRunAt());
    JobJson.text(json, "last_run_at", schedule.lastRunAt());
    JobJson.text(json, "created_at", schedule.createdAt());
    JobJson.text(json, "updated_at", schedule.updatedAt());
    JobJson.text(json, "error", schedule.error());
    json.writeEndObject();
  }

  private static void template(JsonGenerator json, Schedule.@Nullable Template job)
      throws IOException {
    if (job == null) {
      json.writeNullField("job");
      return;
    }
    json.writeObjectFieldStart("job");
    JobJson.text(json, "name", job.name());
    JobJson.text(json, "topic", job.topic());
    JobJson.raw(json, "args", job.args());
    json.writeNumberField("priority", job.priority());
    json.writeNumberField("max_attempts", job.maxAttempts());
    JobJson.list(json, "limits", job.limits(), JsonGenerator::writeString);
    json.writeEndObject();
  }
}
