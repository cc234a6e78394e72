package dev.pulse.agents.runner;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** opencode: {@code opencode run --format json}. It tells the cost step by step. */
final class Opencode implements Adapter {
  @Override
  public List<String> words(Errand errand) {
    List<String> words = Errand.words("opencode", "run", "--format", "json");
    words.addAll(errand.model("--model"));
    String session = errand.session();
    if (session != null) {
      words.addAll(List.of("--session", session));
    }
    words.addAll(errand.llm().args());
    return words;
  }

  @Override
  public String stdin(Errand errand) {
    return errand.instructed();
  }

  @Override
  public Map<String, String> env() {
    return Map.of("OPENCODE_DISABLE_AUTOUPDATE", "1");
  }

  @Override
  public Events events(InstantSource clock, ZoneId zone) {
    return new Stream(clock, zone);
  }

  private static final class Stream extends Events {
    private boolean speaking;

    Stream(InstantSource clock, ZoneId zone) {
      super(clock, zone);
    }

    @Override
    String event(JsonNode event) {
      String own = event.path("sessionID").asText("");
      if (!own.isEmpty()) {
        session = own;
      }
      JsonNode part = event.path("part");
      return switch (event.path("type").asText()) {
        case "step_start" -> {
          speaking = false;
          yield "";
        }
        case "text" -> {
          String said = part.path("text").asText();
          text = speaking ? text + said : said;
          speaking = true;
          yield line(said);
        }
        case "tool_use" -> used(part.path("tool").asText(), part.path("state").path("input"));
        case "step_finish" -> step(part);
        case "error" -> error(event.path("error"));
        default -> "";
      };
    }

    private String step(JsonNode part) {
      JsonNode tokens = part.path("tokens");
      JsonNode cache = tokens.path("cache");
      spent(
          tokens.path("input").asLong()
              + cache.path("read").asLong()
              + cache.path("write").asLong(),
          tokens.path("output").asLong());
      paid(part.path("cost"));
      switch (part.path("reason").asText()) {
        case "stop" -> well();
        case "tool-calls" -> finish = new Told.Finish.Unsaid();
        default -> badly("the model stopped: " + part.path("reason").asText());
      }
      return "";
    }

    private String error(JsonNode error) {
      JsonNode details = error.path("data");
      String said = details.path("message").asText(error.path("name").asText("error"));
      if (RateLimit.isOne(details.path("statusCode").asInt(0))) {
        long seconds = details.path("responseHeaders").path("retry-after").asLong(0);
        if (seconds > 0) {
          Instant until = clock().instant().plusSeconds(seconds);
          limited(new RateLimit(until, said));
        } else {
          limited(said);
        }
      } else if (error.path("name").asText().equals("APIError")) {
        badlyOrLimited(said);
      } else {
        badly(said);
      }
      return line(said);
    }
  }
}
