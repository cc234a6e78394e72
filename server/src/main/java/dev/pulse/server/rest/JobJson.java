package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.dispatch.Pause;
import dev.pulse.server.job.AttemptRecord;
import dev.pulse.server.job.Explanation;
import dev.pulse.server.job.Handled;
import dev.pulse.server.job.Job;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.job.TopicCount;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kernel's words as JSON. Every field is always there; null where there is nothing to say. */
final class JobJson {
  private JobJson() {}

  /** Writes one element of a list. */
  interface Element<T> {
    void write(JsonGenerator json, T value) throws IOException;
  }

  static <T> void list(JsonGenerator json, String name, List<T> values, Element<T> element)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (T value : values) {
      element.write(json, value);
    }
    json.writeEndArray();
  }

  static void job(JsonGenerator json, Job job) throws IOException {
    json.writeStartObject();
    text(json, "id", job.id());
    text(json, "name", job.name());
    text(json, "topic", job.topic());
    raw(json, "args", job.args());
    json.writeNumberField("priority", job.priority());
    text(json, "status", job.status());
    json.writeNumberField("attempts", job.attempts());
    json.writeNumberField("max_attempts", job.maxAttempts());
    text(json, "last_error", job.lastError());
    raw(json, "result", job.result());
    text(json, "locked_by", job.lockedBy());
    text(json, "lease_until", job.leaseUntil());
    text(json, "next_run_at", job.nextRunAt());
    text(json, "schedule_id", job.origin().scheduleId());
    text(json, "run_id", job.origin().runId());
    text(json, "node_id", job.origin().nodeId());
    list(json, "limits", job.limits(), JsonGenerator::writeString);
    text(json, "unique_key", job.uniqueKey());
    text(json, "submitted_at", job.submittedAt());
    text(json, "started_at", job.startedAt());
    text(json, "finished_at", job.finishedAt());
    json.writeEndObject();
  }

  static void pause(JsonGenerator json, Pause pause) throws IOException {
    json.writeStartObject();
    text(json, "topic", pause.topic());
    text(json, "reason", pause.reason());
    text(json, "actor", pause.actor());
    text(json, "paused_at", pause.since());
    json.writeEndObject();
  }

  static void submitted(JsonGenerator json, Submitted submitted) throws IOException {
    json.writeStartObject();
    text(json, "id", submitted.id());
    json.writeBooleanField("existing", submitted.existing());
    json.writeEndObject();
  }

  static void attempt(JsonGenerator json, AttemptRecord attempt) throws IOException {
    json.writeStartObject();
    json.writeNumberField("number", attempt.number());
    text(json, "worker", attempt.worker());
    text(json, "started_at", attempt.startedAt());
    text(json, "ended_at", attempt.endedAt());
    text(json, "outcome", attempt.outcome());
    text(json, "error", attempt.error());
    raw(json, "result", attempt.result());
    json.writeFieldName("late");
    late(json, attempt.late());
    json.writeEndObject();
  }

  private static void late(JsonGenerator json, AttemptRecord.@Nullable Late late)
      throws IOException {
    if (late == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    text(json, "at", late.at());
    text(json, "outcome", late.outcome());
    raw(json, "result", late.result());
    text(json, "error", late.error());
    json.writeEndObject();
  }

  static void explanation(JsonGenerator json, Explanation explanation) throws IOException {
    json.writeStartObject();
    text(json, "id", explanation.id());
    text(json, "status", explanation.status());
    list(json, "reasons", explanation.reasons(), JobJson::reason);
    json.writeEndObject();
  }

  static void reason(JsonGenerator json, Explanation.Reason reason) throws IOException {
    json.writeStartObject();
    text(json, "code", reason.code());
    text(json, "message", reason.message());
    json.writeEndObject();
  }

  static void count(JsonGenerator json, TopicCount count) throws IOException {
    json.writeStartObject();
    text(json, "topic", count.topic());
    text(json, "status", count.status());
    json.writeNumberField("count", count.count());
    json.writeBooleanField("at_least", count.atLeast());
    json.writeEndObject();
  }

  static void handled(JsonGenerator json, Handled handled) throws IOException {
    json.writeStartObject();
    json.writeNumberField("jobs", handled.jobs());
    json.writeNumberField("skipped", handled.skipped());
    json.writeEndObject();
  }

  static void text(JsonGenerator json, String name, @Nullable Object value) throws IOException {
    json.writeFieldName(name);
    if (value == null) {
      json.writeNull();
    } else {
      json.writeString(value.toString());
    }
  }

  /** JSON that came from outside goes out as it came in. */
  static void raw(JsonGenerator json, String name, @Nullable String value) throws IOException {
    json.writeFieldName(name);
    json.writeRawValue(value == null ? "null" : value);
  }
}
