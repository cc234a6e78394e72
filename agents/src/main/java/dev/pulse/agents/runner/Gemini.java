package dev.pulse.agents.runner;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** Gemini CLI with {@code --output-format stream-json}; it tells no cost and no turns. */
final class Gemini implements Adapter {
  @Override
  public List<String> words(Errand errand) {
    List<String> words = Errand.words("gemini", "--output-format", "stream-json");
    if (!errand.passes("--approval-mode", "--yolo", "-y")) {
      words.addAll(List.of("--approval-mode", "auto_edit"));
    }
    words.addAll(errand.model("--model"));
    String session = errand.session();
    if (session != null) {
      words.addAll(List.of("--resume", session));
    }
    words.addAll(errand.llm().args());
    return words;
  }

  @Override
  public String stdin(Errand errand) {
    return errand.instructed();
  }

  /** In a folder nobody has trusted by hand it would not do what it is asked. */
  @Override
  public Map<String, String> env() {
    return Map.of("GEMINI_CLI_TRUST_WORKSPACE", "true");
  }

  @Override
  public Events events(InstantSource clock, ZoneId zone) {
    return new Stream(clock, zone);
  }

  private static final class Stream extends Events {
    /** Whether what comes next continues the last message. */
    private boolean speaking;

    Stream(InstantSource clock, ZoneId zone) {
      super(clock, zone);
    }

    @Override
    String event(JsonNode event) {
      return switch (event.path("type").asText()) {
        case "init" -> {
          session = event.path("session_id").asText();
          yield "";
        }
        case "message" -> message(event);
        case "tool_use" ->
            spoken() + used(event.path("tool_name").asText(), event.path("parameters"));
        case "error" -> line(event.path("message").asText());
        case "result" -> result(event);
        default -> "";
      };
    }

    private String message(JsonNode event) {
      if (!event.path("role").asText().equals("assistant")) {
        return "";
      }
      String said = event.path("content").asText();
      text = speaking && event.path("delta").asBoolean() ? text + said : said;
      speaking = true;
      return "";
    }

    /** The message that has just ended: it came in pieces, and people read lines. */
    private String spoken() {
      String said = speaking ? line(text) : "";
      speaking = false;
      return said;
    }

    private String result(JsonNode event) {
      JsonNode stats = event.path("stats");
      if (stats.isObject()) {
        inputTokens = stats.path("input_tokens").asLong();
        outputTokens = stats.path("output_tokens").asLong();
      }
      if (event.path("status").asText().equals("success")) {
        well();
      } else {
        badlyOrLimited(event.path("error").path("message").asText("error"));
      }
      return spoken();
    }
  }
}
