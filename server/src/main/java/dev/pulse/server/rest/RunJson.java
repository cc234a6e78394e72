package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.run.Run;
import dev.pulse.server.run.RunEvent;
import dev.pulse.server.run.RunExplanation;
import dev.pulse.server.run.Runs;
import dev.pulse.server.run.Wait;
import dev.pulse.server.run.WaitStatus;
import java.io.IOException;

/** Runs, waits and events as JSON. */
final class RunJson {
  private RunJson() {}

  static void head(JsonGenerator json, Run run) throws IOException {
    json.writeStartObject();
    headFields(json, run);
    json.writeEndObject();
  }

  private static void headFields(JsonGenerator json, Run run) throws IOException {
    JobJson.text(json, "id", run.id());
    JobJson.text(json, "name", run.name());
    JobJson.text(json, "status", run.status().text());
    json.writeNumberField("round", run.round());
    json.writeNumberField("events", run.events());
    JobJson.text(json, "created_at", run.createdAt());
    JobJson.text(json, "closed_at", run.closedAt());
  }

  static void run(JsonGenerator json, Run run, Runs runs) throws IOException {
    json.writeStartObject();
    headFields(json, run);
    JobJson.list(json, "nodes", run.nodes(), RunJson::node);
    JobJson.list(json, "waits", run.waits(), (each, wait) -> wait(each, wait, runs));
    json.writeEndObject();
  }

  private static void node(JsonGenerator json, Run.Node node) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", node.id());
    JobJson.text(json, "status", node.status().text());
    JobJson.list(json, "after", node.after(), JsonGenerator::writeString);
    JobJson.text(json, "job", node.job());
    JobJson.text(json, "signal", node.signal());
    JobJson.text(json, "job_id", node.jobId());
    json.writeNumberField("attempts", node.attempts());
    JobJson.text(json, "wait_id", node.waitId());
    JobJson.text(json, "finished_at", node.finishedAt());
    JobJson.raw(json, "result", node.result());
    JobJson.text(json, "error", node.error());
    json.writeEndObject();
  }

  /** The payload is left out where none was given: an explicit null is not the same. */
  static void wait(JsonGenerator json, Wait wait, Runs runs) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "wait_id", wait.id());
    JobJson.text(json, "run_id", wait.runId());
    JobJson.text(json, "run_name", wait.runName());
    JobJson.text(json, "node_id", wait.nodeId());
    JobJson.text(json, "signal_name", wait.signal());
    JobJson.text(json, "status", wait.status().text());
    JobJson.text(json, "question", wait.question());
    JobJson.text(json, "created_at", wait.createdAt());
    JobJson.text(json, "expires_at", wait.expiresAt());
    JobJson.text(json, "ended_at", wait.endedAt());
    boolean open = wait.status() == WaitStatus.PENDING;
    JobJson.text(json, "link", open ? LinkRoutes.path(runs.linkToken(wait.id())) : null);
    json.writeFieldName("delivery");
    receipt(json, wait);
    json.writeEndObject();
  }

  private static void receipt(JsonGenerator json, Wait wait) throws IOException {
    Wait.Receipt receipt = wait.receipt();
    if (receipt == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    JobJson.text(json, "delivered_by", receipt.deliveredBy());
    JobJson.text(json, "via", receipt.via());
    JobJson.text(json, "delivered_at", wait.endedAt());
    if (receipt.payload() != null) {
      JobJson.raw(json, "payload", receipt.payload());
      JobJson.text(json, "payload_sha256", receipt.payloadSha256());
    }
    json.writeEndObject();
  }

  static void event(JsonGenerator json, RunEvent event) throws IOException {
    json.writeStartObject();
    json.writeNumberField("number", event.number());
    JobJson.text(json, "type", event.type());
    JobJson.text(json, "at", event.at());
    JobJson.text(json, "run_id", event.runId());
    JobJson.text(json, "node_id", event.nodeId());
    JobJson.text(json, "job_id", event.jobId());
    JobJson.text(json, "wait_id", event.waitId());
    JobJson.text(json, "signal_name", event.signal());
    JobJson.text(json, "message", event.message());
    json.writeEndObject();
  }

  static void explanation(JsonGenerator json, RunExplanation explanation) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", explanation.id());
    JobJson.text(json, "status", explanation.status().text());
    JobJson.list(
        json,
        "reasons",
        explanation.reasons(),
        (each, reason) -> {
          each.writeStartObject();
          JobJson.text(each, "node_id", reason.nodeId());
          JobJson.text(each, "code", reason.code());
          JobJson.text(each, "message", reason.message());
          each.writeEndObject();
        });
    json.writeEndObject();
  }
}
