package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.sling.Cycle;
import dev.pulse.server.sling.SchedulerStatus;
import dev.pulse.server.sling.Setting;
import dev.pulse.server.sling.Sling;
import dev.pulse.server.sling.SlingOrder;
import dev.pulse.server.sling.Slung;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Slings, cycles and settings as clients write and read them. */
final class SlingJson {
  private final JsonBody body;
  private final List<String> targets = new ArrayList<>();
  private final Map<String, String> vars = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Boolean> flags = new HashMap<>();
  private SlingOrder.@Nullable FormulaFile formula;

  private SlingJson(JsonBody body) {
    this.body = body;
  }

  static SlingOrder order(JsonBody body) throws IOException {
    var reader = new SlingJson(body);
    body.object("", reader::take);
    return reader.order();
  }

  private SlingOrder order() {
    return new SlingOrder(
        targets,
        texts.get("project"),
        flags.getOrDefault("force", false),
        formula,
        texts.get("args"),
        vars,
        texts.get("merge"),
        texts.get("base_branch"),
        flags.getOrDefault("no_merge", false),
        texts.get("account"),
        texts.get("agent"),
        flags.getOrDefault("owned", false),
        texts.get("mode"));
  }

  private boolean take(String field) throws IOException {
    switch (field) {
      case "targets" -> body.array(field, at -> targets.add(body.text(field + "[" + at + "]")));
      case "vars" ->
          body.object(
              field,
              name -> {
                vars.put(name, body.text(field + "." + name));
                return true;
              });
      case "formula" -> formula = body.isNull() ? null : formula();
      case "project", "args", "merge", "base_branch", "account", "agent", "mode" -> {
        if (!body.isNull()) {
          texts.put(field, body.text(field));
        }
      }
      case "force", "no_merge", "owned" -> flags.put(field, body.flag(field));
      default -> {
        return false;
      }
    }
    return true;
  }

  private SlingOrder.FormulaFile formula() throws IOException {
    var given = new HashMap<String, String>();
    body.object(
        "formula",
        field -> {
          boolean known = field.equals("name") || field.equals("text");
          if (known && !body.isNull()) {
            given.put(field, body.text("formula." + field));
          }
          return known;
        });
    String name = given.get("name");
    if (name == null) {
      throw Refused.field("formula.name", "is missing");
    }
    return new SlingOrder.FormulaFile(name, given.get("text"));
  }

  /** A setting's value; a number is as good as its text. */
  static String value(JsonBody body) throws IOException {
    var value = new String[1];
    body.object(
        "",
        field -> {
          if (!field.equals("value")) {
            return false;
          }
          String raw = body.raw();
          value[0] = raw.matches("-?\\d+") ? raw : null;
          if (value[0] == null) {
            value[0] = unquoted(raw);
          }
          return true;
        });
    if (value[0] == null) {
      throw Refused.field("value", "is missing, or neither a text nor a whole number");
    }
    return value[0];
  }

  private static @Nullable String unquoted(String raw) {
    boolean text = raw.length() >= 2 && raw.startsWith("\"") && raw.endsWith("\"");
    return text ? raw.substring(1, raw.length() - 1) : null;
  }

  static void slung(JsonGenerator json, Slung slung) throws IOException {
    boolean dispatched = slung.result() == Slung.Result.DISPATCHED;
    json.writeStartObject();
    JobJson.text(json, "task", slung.task());
    JobJson.text(json, "result", slung.result().text());
    JobJson.text(json, "message", slung.message());
    JobJson.text(json, "sling_id", slung.sling());
    JobJson.text(json, "job_id", dispatched ? slung.sling() : null);
    JobJson.text(json, "convoy", slung.convoy());
    json.writeEndObject();
  }

  static void sling(JsonGenerator json, Sling sling) throws IOException {
    Sling.Terms terms = sling.terms();
    json.writeStartObject();
    JobJson.text(json, "id", sling.id());
    json.writeNumberField("version", sling.version());
    JobJson.text(json, "task", sling.task());
    JobJson.text(json, "title", sling.title());
    JobJson.text(json, "project", sling.project());
    JobJson.text(json, "state", sling.state());
    JobJson.text(json, "outcome", sling.outcome());
    JobJson.text(json, "agent", terms.agent());
    JobJson.text(json, "formula", terms.formula());
    JobJson.text(json, "args", terms.args());
    json.writeObjectFieldStart("vars");
    for (var each : new TreeMap<>(terms.vars()).entrySet()) {
      JobJson.text(json, each.getKey(), each.getValue());
    }
    json.writeEndObject();
    JobJson.text(json, "merge", terms.merge());
    JobJson.text(json, "base_branch", terms.baseBranch());
    json.writeBooleanField("no_merge", terms.noMerge());
    JobJson.text(json, "account", terms.account());
    json.writeBooleanField("owned", terms.owned());
    JobJson.text(json, "mode", terms.mode());
    JobJson.text(json, "convoy", sling.convoy());
    json.writeNumberField("dispatch_failures", sling.dispatchFailures());
    JobJson.text(json, "last_failure", sling.lastFailure());
    JobJson.list(json, "blocked_by", sling.blockedBy(), JsonGenerator::writeString);
    JobJson.text(json, "enqueued_at", sling.enqueuedAt());
    JobJson.text(json, "enqueued_by", sling.enqueuedBy());
    JobJson.text(json, "closed_at", sling.closedAt());
    JobJson.text(json, "ended_at", sling.endedAt());
    JobJson.text(json, "job_id", sling.isDispatched() ? sling.id() : null);
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
    json.writeNumberField("blocked", status.scheduled() - status.ready());
    json.writeNumberField("runners", status.runners());
    json.writeFieldName("paused");
    SchedulerStatus.Pause paused = status.paused();
    if (paused == null) {
      json.writeNull();
    } else {
      json.writeStartObject();
      JobJson.text(json, "actor", paused.actor());
      JobJson.text(json, "reason", paused.reason());
      JobJson.text(json, "since", paused.since());
      json.writeEndObject();
    }
    json.writeFieldName("last_cycle");
    SchedulerStatus.LastCycle last = status.lastCycle();
    if (last == null) {
      json.writeNull();
    } else {
      json.writeStartObject();
      JobJson.text(json, "at", last.at());
      JobJson.text(json, "reason", last.reason());
      json.writeNumberField("dispatched", last.dispatched());
      json.writeNumberField("failed", last.failed());
      json.writeEndObject();
    }
    json.writeNumberField("dispatched_total", status.dispatchedTotal());
    JobJson.list(json, "projects", status.projects(), SlingJson::queue);
    json.writeEndObject();
  }

  private static void queue(JsonGenerator json, SchedulerStatus.Queue queue) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "project", queue.project());
    json.writeNumberField("scheduled", queue.scheduled());
    json.writeNumberField("ready", queue.ready());
    json.writeEndObject();
  }

  static void cycle(JsonGenerator json, Cycle cycle) throws IOException {
    json.writeStartObject();
    json.writeBooleanField("dry_run", cycle.dryRun());
    JobJson.text(json, "reason", cycle.reason().text());
    JobJson.text(json, "message", cycle.message());
    Long capacity = cycle.capacity();
    if (capacity == null) {
      json.writeNullField("capacity");
    } else {
      json.writeNumberField("capacity", capacity);
    }
    json.writeNumberField("active", cycle.active());
    json.writeNumberField("ready", cycle.ready());
    json.writeNumberField("batch_size", cycle.batchSize());
    JobJson.list(json, "steps", cycle.steps(), SlingJson::step);
    json.writeEndObject();
  }

  private static void step(JsonGenerator json, Cycle.Step step) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "task", step.task());
    JobJson.text(json, "title", step.title());
    JobJson.text(json, "project", step.project());
    JobJson.text(json, "agent", step.agent());
    JobJson.text(json, "sling_id", step.sling());
    JobJson.text(json, "failure", step.failure());
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
