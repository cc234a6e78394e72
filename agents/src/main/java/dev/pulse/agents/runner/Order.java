package dev.pulse.agents.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The args of an {@code agent} job (A2).
 *
 * @param workdir null: the agent's own
 * @param session one to take up again; null for a new one
 * @param deliverable what must be there after success; null for nothing
 * @param preamble what an agent behind a command line should know beforehand; may be empty
 * @param task what it is part of; null for nothing
 */
record Order(
    String agent,
    String prompt,
    @Nullable String workdir,
    Map<String, String> env,
    @Nullable String session,
    @Nullable String deliverable,
    String preamble,
    @Nullable TaskOrder task) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @throws IllegalArgumentException they are none, and why
   */
  static Order read(Json args) {
    JsonNode tree;
    try {
      tree = JSON.readTree(args.text());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the args are not JSON", e);
    }
    String agent = text(tree, "agent");
    String prompt = text(tree, "prompt");
    if (agent == null || prompt == null) {
      throw new IllegalArgumentException("the args need \"agent\" and \"prompt\"");
    }
    String preamble = text(tree, "preamble");
    return new Order(
        agent,
        prompt,
        text(tree, "workdir"),
        env(tree.path("env")),
        text(tree, "session"),
        text(tree, "deliverable"),
        preamble == null ? "" : preamble,
        TaskOrder.read(tree.path("task")));
  }

  /** One part of the same, as a fresh agent is told of it. */
  Order part(String prompt, boolean last) {
    return new Order(agent, prompt, workdir, env, null, last ? deliverable : null, preamble, null);
  }

  static @Nullable String text(JsonNode tree, String key) {
    JsonNode value = tree.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw new IllegalArgumentException("\"" + key + "\" must be text");
    }
    return value.asText();
  }

  private static Map<String, String> env(JsonNode table) {
    var env = new LinkedHashMap<String, String>();
    for (var entry : table.properties()) {
      String name = entry.getKey();
      JsonNode value = entry.getValue();
      boolean usable = !name.isEmpty() && name.indexOf('=') < 0 && name.indexOf('\0') < 0;
      if (!usable || !value.isValueNode() || value.asText().indexOf('\0') >= 0) {
        throw new IllegalArgumentException("\"env\" must hold only names and texts");
      }
      env.put(name, value.asText());
    }
    return env;
  }
}
