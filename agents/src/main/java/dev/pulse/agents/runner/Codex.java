package dev.pulse.agents.runner;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;

/** Codex: {@code codex exec --json}. It takes no instructions but by its prompt. */
final class Codex implements Adapter {
  @Override
  public List<String> words(Errand errand) {
    List<String> words =
        Errand.words("codex", "exec", "--json", "--skip-git-repo-check", "--color", "never");
    if (!errand.passes(
        "--sandbox", "-s", "--approve-for-me", "--dangerously-bypass-approvals-and-sandbox")) {
      words.addAll(List.of("--sandbox", "workspace-write"));
    }
    words.addAll(errand.model("--model"));
    words.addAll(errand.llm().args());
    String session = errand.session();
    if (session != null) {
      words.addAll(List.of("resume", session));
    }
    words.add("-");
    return words;
  }

  @Override
  public String stdin(Errand errand) {
    return errand.instructed();
  }

  @Override
  public Events events(InstantSource clock, ZoneId zone) {
    return new Stream(clock, zone);
  }

  private static final class Stream extends Events {
    Stream(InstantSource clock, ZoneId zone) {
      super(clock, zone);
    }

    @Override
    String event(JsonNode event) {
      switch (event.path("type").asText()) {
        case "thread.started" -> session = event.path("thread_id").asText();
        case "turn.completed" -> {
          JsonNode usage = event.path("usage");
          spent(usage.path("input_tokens").asLong(), usage.path("output_tokens").asLong());
          well();
        }
        case "turn.failed" -> badlyOrLimited(event.path("error").path("message").asText());
        case "error" -> {
          // Said before each new try too; the turn's end is what counts.
          return line(event.path("message").asText());
        }
        case "item.started" -> {
          return begun(event.path("item"));
        }
        case "item.completed" -> {
          return completed(event.path("item"));
        }
        default -> {
          return "";
        }
      }
      return "";
    }

    private static String begun(JsonNode item) {
      return switch (item.path("type").asText()) {
        case "command_execution" -> used("shell", item.path("command"));
        case "mcp_tool_call" -> used(item.path("tool").asText(), item.path("arguments"));
        case "web_search" -> used("search", item.path("query"));
        default -> "";
      };
    }

    private String completed(JsonNode item) {
      return switch (item.path("type").asText()) {
        case "agent_message" -> {
          text = item.path("text").asText();
          yield line(text);
        }
        case "file_change" -> used("edit", item.path("changes"));
        case "error" -> line(item.path("message").asText());
        default -> "";
      };
    }
  }
}
