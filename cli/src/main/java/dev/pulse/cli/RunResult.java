package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.Job;
import dev.pulse.Json;
import java.util.Optional;

/** What an agent's run came to, as far as people want to see it. */
record RunResult(String outcome, String output) {
  /** Empty: there is none, or not of an agent. */
  static Optional<RunResult> of(Job job) {
    Json json = job.result();
    if (json == null) {
      return Optional.empty();
    }
    try {
      JsonNode result = new ObjectMapper().readTree(json.text());
      return result.has("outcome")
          ? Optional.of(
              new RunResult(result.path("outcome").asText(), result.path("output").asText()))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
