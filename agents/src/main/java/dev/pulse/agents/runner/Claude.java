package dev.pulse.agents.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.agents.registry.Agent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Claude Code: {@code claude -p}, its events one JSON object to a line. */
final class Claude implements Adapter {
  private static final Pattern COMMA = Pattern.compile(",(?![^()]*\\))");

  @Override
  public List<String> words(Errand errand) {
    List<String> words =
        Errand.words("claude", "-p", "--output-format", "stream-json", "--verbose");
    words.addAll(errand.model("--model"));
    if (!errand.passes("--permission-mode", "--dangerously-skip-permissions")) {
      Object mode = errand.agent().extras().getOrDefault("permissionMode", "acceptEdits");
      words.addAll(List.of("--permission-mode", mode.toString()));
    }
    Agent agent = errand.agent();
    if (!agent.instructions().isBlank() || !agent.extras().isEmpty()) {
      words.addAll(List.of("--agents", definition(agent), "--agent", agent.name()));
    }
    BigDecimal most = agent.bounds().maxCostUsd();
    if (most != null && !errand.passes("--max-budget-usd")) {
      words.addAll(List.of("--max-budget-usd", most.toPlainString()));
    }
    String session = errand.session();
    if (session != null) {
      words.addAll(List.of("--resume", session));
    }
    words.addAll(errand.llm().args());
    return words;
  }

  @Override
  public String stdin(Errand errand) {
    return errand.prompted();
  }

  @Override
  public Map<String, String> env() {
    return Map.of("DISABLE_AUTOUPDATER", "1");
  }

  /** Where the runner was started from within Claude Code, the child would take itself for it. */
  @Override
  public Set<String> hidden() {
    return Set.of("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT");
  }

  @Override
  public Events events(InstantSource clock, ZoneId zone) {
    return new Stream(clock, zone);
  }

  /** The agent file as Claude Code itself would read it. */
  private static String definition(Agent agent) {
    var definition = new HashMap<>(agent.extras());
    definition.computeIfPresent("tools", (_, tools) -> list(tools));
    definition.computeIfPresent("disallowedTools", (_, tools) -> list(tools));
    String description = agent.description();
    definition.put("description", description.isBlank() ? agent.name() : description);
    definition.put("prompt", agent.instructions());
    try {
      return new ObjectMapper().writeValueAsString(Map.of(agent.name(), definition));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** In a file tools may stand in a row; in JSON they are a list. */
  private static Object list(Object tools) {
    return tools instanceof String row
        ? Arrays.stream(COMMA.split(row)).map(String::strip).filter(one -> !one.isEmpty()).toList()
        : tools;
  }

  private static final class Stream extends Events {
    /** Errors of the account or the service, by the names Claude Code gives them. */
    private static final Set<String> LIMITS = Set.of("rate_limit", "billing_error", "overloaded");

    /** What the last message says went wrong; the model's own messages say nothing here. */
    private String trouble = "";

    private @Nullable Instant resets;

    Stream(InstantSource clock, ZoneId zone) {
      super(clock, zone);
    }

    @Override
    String event(JsonNode event) {
      String own = event.path("session_id").asText("");
      if (!own.isEmpty()) {
        session = own;
      }
      return switch (event.path("type").asText()) {
        case "assistant" -> message(event);
        case "rate_limit_event" -> rateLimit(event.path("rate_limit_info"));
        case "result" -> result(event);
        case "system" -> system(event);
        default -> "";
      };
    }

    private static String system(JsonNode event) {
      return event.path("subtype").asText().equals("api_retry")
          ? "… the service answered %s, trying again\n"
              .formatted(event.path("error_status").asText())
          : "";
    }

    private String message(JsonNode event) {
      trouble = event.path("error").asText("");
      var shown = new StringBuilder();
      for (JsonNode part : event.path("message").path("content")) {
        switch (part.path("type").asText()) {
          case "text" -> shown.append(line(part.path("text").asText()));
          case "tool_use" -> shown.append(used(part.path("name").asText(), part.path("input")));
          default -> shown.append("");
        }
      }
      return shown.toString();
    }

    private String rateLimit(JsonNode state) {
      boolean rejected = state.path("status").asText().equals("rejected");
      long at = state.path("resetsAt").asLong(0);
      resets = rejected && at > 0 ? Instant.ofEpochSecond(at) : null;
      return "";
    }

    private String result(JsonNode event) {
      turns = event.path("num_turns").asInt(0);
      JsonNode usage = event.path("usage");
      inputTokens =
          usage.path("input_tokens").asLong()
              + usage.path("cache_creation_input_tokens").asLong()
              + usage.path("cache_read_input_tokens").asLong();
      outputTokens = usage.path("output_tokens").asLong();
      JsonNode cost = event.path("total_cost_usd");
      costUsd = cost.isNumber() ? cost.decimalValue() : null;
      if (!event.path("is_error").asBoolean() && event.path("subtype").asText().equals("success")) {
        text = event.path("result").asText();
        well();
      } else {
        fail(event);
      }
      return "";
    }

    private void fail(JsonNode event) {
      String error = error(event);
      if (event.path("subtype").asText().equals("error_max_budget_usd")) {
        finish = new Told.Finish.Spent("it had spent max_cost_usd: " + error);
        return;
      }
      boolean limit =
          RateLimit.isOne(event.path("api_error_status").asInt(0))
              || LIMITS.contains(trouble)
              || (!trouble.isEmpty() && RateLimit.isOne(error));
      if (!limit) {
        badly(error);
      } else if (resets != null && resets.isAfter(clock().instant())) {
        limited(new RateLimit(resets, error));
      } else {
        limited(error);
      }
    }

    private static String error(JsonNode event) {
      String said = event.path("result").asText("");
      if (!said.isBlank()) {
        return said;
      }
      var errors = new StringBuilder(event.path("subtype").asText("error"));
      event.path("errors").forEach(one -> errors.append(": ").append(one.asText()));
      return errors.toString();
    }
  }
}
