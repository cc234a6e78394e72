package dev.pulse.agents.keeper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.pulse.Job;
import dev.pulse.Json;
import org.jspecify.annotations.Nullable;

/** How a run ended, and in what words. */
record Verdict(Outcome outcome, String detail) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST = 300;
  private static final String NO_WORK = "NO-WORK";

  Verdict {
    detail = detail.length() > LONGEST ? detail.substring(0, LONGEST) + "…" : detail;
  }

  /**
   * Judges a finished job.
   *
   * @param failure the result that its last attempt failed with
   */
  static Verdict of(Job job, @Nullable Json failure) {
    return switch (job.status()) {
      case COMPLETED -> completed(read(job.result()));
      case CANCELED -> new Verdict(Outcome.FAILED, "its job was canceled");
      case DEAD_LETTERED -> {
        boolean killed = read(failure).path("outcome").asText().equals("KILLED");
        String error = job.lastError();
        yield new Verdict(
            killed ? Outcome.KILLED : Outcome.FAILED, error == null ? "it failed" : error);
      }
      case SCHEDULED, PENDING, RUNNING, RETRYING, UNKNOWN ->
          throw new IllegalArgumentException("not finished: " + job.status());
    };
  }

  private static Verdict completed(JsonNode result) {
    String output = result.isTextual() ? result.asText() : result.path("output").asText();
    return switch (result.path("outcome").asText()) {
      case "NO_WORK" -> new Verdict(Outcome.NO_WORK, output);
      case "DONE" -> new Verdict(Outcome.DONE, output);
      // A worker of the user's own need not know our words.
      case "" -> new Verdict(output.startsWith(NO_WORK) ? Outcome.NO_WORK : Outcome.DONE, output);
      default -> new Verdict(Outcome.FAILED, "it ended with " + result.path("outcome").asText());
    };
  }

  private static JsonNode read(@Nullable Json json) {
    try {
      return json == null ? MissingNode.getInstance() : JSON.readTree(json.text());
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
