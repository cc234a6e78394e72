package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.Json;
import dev.pulse.Run;
import dev.pulse.RunEvent;
import dev.pulse.RunExplanation;
import dev.pulse.Runs;
import dev.pulse.Wait;
import java.io.IOException;
import java.util.Locale;

/** Runs as JSON, in the words of the REST interface: what reads one reads the other. */
final class RunJson {
  private RunJson() {}

  static void runs(JsonGenerator json, Runs.Page<Run> page) throws IOException {
    json.writeStartObject();
    JobJson.list(
        json,
        "runs",
        page.items(),
        (each, run) -> {
          each.writeStartObject();
          head(each, run);
          each.writeEndObject();
        });
    JobJson.text(json, "next_cursor", page.cursor());
    json.writeEndObject();
  }

  static void waits(JsonGenerator json, Runs.Page<Wait> page) throws IOException {
    json.writeStartObject();
    JobJson.list(json, "waits", page.items(), RunJson::wait);
    JobJson.text(json, "next_cursor", page.cursor());
    json.writeEndObject();
  }

  static void run(JsonGenerator json, Run run) throws IOException {
    json.writeStartObject();
    head(json, run);
    JobJson.list(json, "nodes", run.nodes(), RunJson::node);
    JobJson.list(json, "waits", run.waits(), RunJson::wait);
    json.writeEndObject();
  }

  private static void head(JsonGenerator json, Run run) throws IOException {
    JobJson.text(json, "id", run.id());
    JobJson.text(json, "name", run.name());
    JobJson.text(json, "status", run.status().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("round", run.round());
    json.writeNumberField("events", run.events());
    JobJson.text(json, "created_at", run.createdAt());
    JobJson.text(json, "closed_at", run.closedAt());
  }

  private static void node(JsonGenerator json, Run.Node node) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", node.id());
    JobJson.text(json, "status", node.status());
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

  private static void wait(JsonGenerator json, Wait wait) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "wait_id", wait.id());
    JobJson.text(json, "run_id", wait.runId());
    JobJson.text(json, "run_name", wait.runName());
    JobJson.text(json, "node_id", wait.nodeId());
    JobJson.text(json, "signal_name", wait.signal());
    JobJson.text(json, "status", wait.status());
    JobJson.text(json, "question", wait.question());
    JobJson.text(json, "created_at", wait.createdAt());
    JobJson.text(json, "expires_at", wait.expiresAt());
    JobJson.text(json, "ended_at", wait.endedAt());
    JobJson.text(json, "link", wait.url());
    json.writeFieldName("delivery");
    Wait.Receipt receipt = wait.receipt();
    if (receipt == null) {
      json.writeNull();
    } else {
      receipt(json, wait, receipt);
    }
    json.writeEndObject();
  }

  private static void receipt(JsonGenerator json, Wait wait, Wait.Receipt receipt)
      throws IOException {
    json.writeStartObject();
    JobJson.text(json, "delivered_by", receipt.deliveredBy());
    JobJson.text(json, "via", receipt.via());
    JobJson.text(json, "delivered_at", wait.endedAt());
    Json payload = receipt.payload();
    if (payload != null) {
      JobJson.raw(json, "payload", payload);
      JobJson.text(json, "payload_sha256", receipt.payloadSha256());
    }
    json.writeEndObject();
  }

  static void event(JsonGenerator json, RunEvent event) throws IOException {
    json.writeStartObject();
    json.writeNumberField("number", event.number());
    JobJson.text(json, "type", event.type());
    JobJson.text(json, "at", event.at());
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
    JobJson.text(json, "status", explanation.status().name().toLowerCase(Locale.ROOT));
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
