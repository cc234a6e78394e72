package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.schedule.Definition;
import dev.pulse.server.schedule.Missed;
import dev.pulse.server.schedule.Schedule;
import dev.pulse.server.schedule.Timing;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A schedule as clients write and read it. What a client leaves out is null here. */
record ScheduleJson(
    @Nullable String name, @Nullable Timing timing, @Nullable NewJob job, @Nullable Missed missed) {

  private static final String UTC = "UTC";

  static ScheduleJson read(JsonBody body) throws IOException {
    var reader = new Reader(body);
    body.object("", reader::take);
    return new ScheduleJson(reader.name, reader.timing(), reader.job, reader.missed);
  }

  /** As a new schedule, which must say what, when and under which name. */
  Definition definition() {
    if (name == null) {
      throw Refused.field("name", "is missing");
    }
    if (timing == null) {
      throw Refused.field("at, every or cron", "is missing");
    }
    if (job == null) {
      throw Refused.field("job", "is missing");
    }
    return new Definition(name, timing, job, missed == null ? Missed.COALESCE : missed);
  }

  /** As a change of one that is there. */
  Definition change(Definition was) {
    Definition now = name == null ? was : was.withName(name);
    now = timing == null ? now : now.withTiming(timing);
    now = job == null ? now : now.withJob(job);
    return missed == null ? now : now.withMissed(missed);
  }

  static void write(JsonGenerator json, Schedule schedule) throws IOException {
    Definition definition =
        schedule.content() instanceof Schedule.Understood(var readable) ? readable : null;
    json.writeStartObject();
    JobJson.text(json, "id", schedule.id());
    JobJson.text(json, "name", schedule.name());
    writeTiming(json, definition == null ? null : definition.timing());
    JobJson.text(
        json,
        "missed",
        definition == null ? null : definition.missed().name().toLowerCase(Locale.ROOT));
    json.writeBooleanField("paused", schedule.paused());
    writeJob(json, definition == null ? null : definition.job());
    JobJson.text(json, "next_run_at", schedule.nextRunAt());
    JobJson.text(json, "last_run_at", schedule.lastRunAt());
    JobJson.text(json, "created_at", schedule.createdAt());
    JobJson.text(json, "updated_at", schedule.updatedAt());
    JobJson.text(
        json, "error", schedule.content() instanceof Schedule.Garbled(var error) ? error : null);
    json.writeEndObject();
  }

  private static void writeTiming(JsonGenerator json, @Nullable Timing timing) throws IOException {
    JobJson.text(json, "at", timing instanceof Timing.At(var time) ? time : null);
    JobJson.text(
        json,
        "every",
        timing instanceof Timing.Every(var period, _) ? Texts.written(period) : null);
    JobJson.text(json, "cron", timing instanceof Timing.ByCron(var text, _) ? text : null);
    JobJson.text(json, "zone", timing instanceof Timing.ByCron(_, var zone) ? zone : null);
  }

  private static void writeJob(JsonGenerator json, @Nullable NewJob job) throws IOException {
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

  /** Takes the fields as they come; only at the end is it known which timing was meant. */
  private static final class Reader {
    private final JsonBody body;
    private @Nullable String name;
    private @Nullable String at;
    private @Nullable String every;
    private @Nullable String cron;
    private @Nullable String zone;
    private @Nullable NewJob job;
    private @Nullable Missed missed;

    Reader(JsonBody body) {
      this.body = body;
    }

    boolean take(String field) throws IOException {
      if (body.isNull()) {
        return isKnown(field);
      }
      switch (field) {
        case "name" -> name = body.text(field);
        case "at" -> at = body.text(field);
        case "every" -> every = body.text(field);
        case "cron" -> cron = body.text(field);
        case "zone" -> zone = body.text(field);
        case "missed" -> missed = missed(body.text(field));
        case "job" -> job = NewJobJson.read(body, field, null);
        default -> {
          return false;
        }
      }
      return true;
    }

    private static boolean isKnown(String field) {
      return Arrays.asList("name", "at", "every", "cron", "zone", "missed", "job").contains(field);
    }

    @Nullable Timing timing() {
      int given = (at == null ? 0 : 1) + (every == null ? 0 : 1) + (cron == null ? 0 : 1);
      if (given > 1) {
        throw Refused.field("at, every and cron", "exclude each other");
      }
      if (zone != null && cron == null) {
        throw Refused.field("zone", "goes with cron");
      }
      if (at != null) {
        return new Timing.At(Texts.time("at", at));
      }
      if (every != null) {
        return new Timing.Every(Texts.duration("every", every), null);
      }
      return cron == null ? null : Timing.ByCron.in(cron, zone == null ? UTC : zone);
    }

    private static Missed missed(String text) {
      for (Missed each : Missed.values()) {
        if (each.name().toLowerCase(Locale.ROOT).equals(text)) {
          return each;
        }
      }
      throw Refused.field("missed", "is coalesce, skip or catch_up");
    }
  }
}
