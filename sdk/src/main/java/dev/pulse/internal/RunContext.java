package dev.pulse.internal;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Json;
import dev.pulse.NodeContext;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What came with the assignment of a node: its signals, the results before it and what is
 * remembered. Values are JSON as text within it, so that they stay as they were written.
 *
 * @param memory by memory and key
 */
record RunContext(NodeContext node, Map<Slot, Remembered> memory) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A place in one of the two memories. */
  record Slot(boolean shared, String key) {}

  /** A value, and how often it was written. */
  record Remembered(Json value, int revision) {}

  static RunContext read(String text) {
    try {
      JsonNode context = JSON.readTree(text);
      Map<String, NodeContext.Answer> signals = new HashMap<>();
      context.path("signals").forEach(each -> signals.put(said(each, "signal"), answer(each)));
      Map<String, Json> results = new HashMap<>();
      context
          .path("results")
          .properties()
          .forEach(
              each -> {
                if (!each.getValue().isNull()) {
                  results.put(each.getKey(), Json.of(each.getValue().asText()));
                }
              });
      Map<Slot, Remembered> memory = new HashMap<>();
      context
          .path("memory")
          .forEach(
              each ->
                  memory.put(
                      new Slot(each.path("shared").asBoolean(), said(each, "key")),
                      new Remembered(Json.of(said(each, "value")), each.path("revision").asInt())));
      UUID runId = UUID.fromString(said(context, "run_id"));
      return new RunContext(
          new NodeContext(runId, said(context, "node_id"), signals, results), memory);
    } catch (JacksonException e) {
      throw new PulseException(Code.INTERNAL, "the context of a node cannot be read", e);
    }
  }

  private static NodeContext.Answer answer(JsonNode signal) {
    String payload = text(signal, "payload");
    return new NodeContext.Answer(
        UUID.fromString(said(signal, "wait_id")),
        said(signal, "status"),
        payload == null ? null : Json.of(payload),
        text(signal, "delivered_by"),
        text(signal, "ended_at"));
  }

  private static String said(JsonNode node, String field) {
    return node.path(field).asText();
  }

  private static @Nullable String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isNull() || value.isMissingNode() ? null : value.asText();
  }
}
