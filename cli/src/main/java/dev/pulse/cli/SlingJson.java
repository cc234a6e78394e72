package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.Config.Setting;
import dev.pulse.Cycle;
import dev.pulse.SchedulerStatus;
import dev.pulse.Sling;
import dev.pulse.Slung;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Slings and their scheduler as JSON, in the words of the REST interface. */
final class SlingJson {
  private SlingJson() {}

  static void slung(JsonGenerator json, List<Slung> slung) throws IOException {
    json.writeStartObject();
    JobJson.list(
        json,
        "slung",
        slung,
        (to, one) -> {
          to.writeStartObject();
          JobJson.text(to, "task", one.task());
          JobJson.text(to, "result", one.result());
          JobJson.text(to, "message", one.message());
          JobJson.text(to, "sling_id", one.slingId());
          JobJson.text(to, "job_id", one.jobId());
          JobJson.text(to, "convoy", one.convoy());
          to.writeEndObject();
        });
    json.writeEndObject();
  }

  static void slings(JsonGenerator json, List<Sling> slings) throws IOException {
    json.writeStartObject();
    JobJson.list(json, "slings", slings, SlingJson::sling);
    json.writeEndObject();
  }

  private static void sling(JsonGenerator json, Sling sling) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", sling.id());
    json.writeNumberField("version", sling.version());
    JobJson.text(json, "task", sling.task());
    JobJson.text(json, "title", sling.title());
    JobJson.text(json, "project", sling.project());
    JobJson.text(json, "formula", sling.formula());
    JobJson.text(json, "args", sling.args());
    json.writeObjectFieldStart("vars");
    for (Map.Entry<String, String> each : sling.vars().entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
    JobJson.text(json, "enqueued_at", sling.enqueuedAt());
    JobJson.text(json, "enqueued_by", sling.enqueuedBy());
    JobJson.text(json, "merge", sling.merge());
    JobJson.text(json, "convoy", sling.convoy());
    JobJson.text(json, "base_branch", sling.baseBranch());
    json.writeBooleanField("no_merge", sling.noMerge());
    JobJson.text(json, "account", sling.account());
    JobJson.text(json, "agent", sling.agent());
    json.writeBooleanField("owned", sling.owned());
    JobJson.text(json, "mode", sling.mode());
    json.writeNumberField("dispatch_failures", sling.dispatchFailures());
    JobJson.text(json, "last_failure", sling.lastFailure());
    JobJson.text(json, "state", sling.state());
    JobJson.text(json, "outcome", sling.outcome());
    JobJson.list(json, "blocked_by", sling.blockedBy(), JsonGenerator::writeString);
    JobJson.text(json, "closed_at", sling.closedAt());
    JobJson.text(json, "ended_at", sling.endedAt());
    json.writeEndObject();
  }

  static void status(JsonGenerator json, SchedulerStatus status) throws IOException {
    json.writeStartObject();
    json.writeNumberField("max_agents", status.maxAgents());
    json.writeNumberField("batch_size", status.batchSize());
    json.writeNumberField("active", status.active());
    json.writeNumberField("running", status.running());
    json.writeNumberField("scheduled", status.scheduled());
    json.writeNumberField("ready", status.ready());
    json.writeNumberField("blocked", status.blocked());
    json.writeNumberField("runners", status.runners());
    json.writeFieldName("paused");
    paused(json, status.paused());
    json.writeFieldName("last_cycle");
    last(json, status.lastCycle());
    json.writeNumberField("dispatched_total", status.dispatchedTotal());
    JobJson.list(
        json,
        "projects",
        status.projects(),
        (to, queue) -> {
          to.writeStartObject();
          JobJson.text(to, "project", queue.project());
          to.writeNumberField("scheduled", queue.scheduled());
          to.writeNumberField("ready", queue.ready());
          to.writeEndObject();
        });
    json.writeEndObject();
  }

  private static void paused(JsonGenerator json, SchedulerStatus.@Nullable Paused paused)
      throws IOException {
    if (paused == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    JobJson.text(json, "actor", paused.actor());
    JobJson.text(json, "reason", paused.reason());
    JobJson.text(json, "since", paused.since());
    json.writeEndObject();
  }

  private static void last(JsonGenerator json, SchedulerStatus.@Nullable LastCycle last)
      throws IOException {
    if (last == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    JobJson.text(json, "at", last.at());
    JobJson.text(json, "reason", last.reason());
    json.writeNumberField("dispatched", last.dispatched());
    json.writeNumberField("failed", last.failed());
    json.writeEndObject();
  }

  static void cycle(JsonGenerator json, Cycle cycle) throws IOException {
    json.writeStartObject();
    json.writeBooleanField("dry_run", cycle.dryRun());
    JobJson.text(json, "reason", cycle.reason());
    JobJson.text(json, "message", cycle.message());
    if (cycle.capacity() == null) {
      json.writeNullField("capacity");
    } else {
      json.writeNumberField("capacity", cycle.capacity());
    }
    json.writeNumberField("active", cycle.active());
    json.writeNumberField("ready", cycle.ready());
    json.writeNumberField("batch_size", cycle.batchSize());
    JobJson.list(
        json,
        "steps",
        cycle.steps(),
        (to, step) -> {
          to.writeStartObject();
          JobJson.text(to, "task", step.task());
          JobJson.text(to, "title", step.title());
          JobJson.text(to, "project", step.project());
          JobJson.text(to, "agent", step.agent());
          JobJson.text(to, "sling_id", step.slingId());
          JobJson.text(to, "failure", step.failure());
          to.writeEndObject();
        });
    json.writeEndObject();
  }

  static void settings(JsonGenerator json, List<Setting> settings) throws IOException {
    json.writeStartObject();
    JobJson.list(json, "settings", settings, SlingJson::setting);
    json.writeEndObject();
  }

  static void setting(JsonGenerator json, Setting setting) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "name", setting.name());
    JobJson.text(json, "value", setting.value());
    JobJson.text(json, "default_value", setting.defaultValue());
    JobJson.text(json, "description", setting.description());
    JobJson.text(json, "updated_at", setting.updatedAt());
    JobJson.text(json, "updated_by", setting.updatedBy());
    json.writeEndObject();
  }
}
