package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.pulse.JobOptions;
import dev.pulse.JobRequest;
import dev.pulse.Json;
import dev.pulse.NewRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run as it is described in JSON, in the words of the REST interface. */
final class RunText {
  /** Numbers stay what they are, however long. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private RunText() {}

  static NewRun read(String text) {
    try {
      return run(JSON.readTree(text));
    } catch (JsonProcessingException e) {
      throw new Misuse("RUN is not JSON: " + e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      throw new Misuse("RUN: " + e.getMessage());
    }
  }

  private static NewRun run(JsonNode json) {
    known(json, "RUN", Set.of("id", "name", "chain", "nodes"));
    NewRun run = NewRun.of(json.path("name").asText("run"));
    if (json.hasNonNull("id")) {
      run.id(UUID.fromString(json.path("id").asText()));
    }
    if (json.path("chain").asBoolean()) {
      run.chain();
    }
    int at = 0;
    for (JsonNode node : json.path("nodes")) {
      run.node(node(node, "nodes[" + at++ + "]"));
    }
    return run;
  }

  private static NewRun.Node node(JsonNode node, String where) {
    known(node, where, Set.of("id", "after", "job", "wait"));
    JsonNode job = node.path("job");
    JsonNode wait = node.path("wait");
    if (job.isObject() == wait.isObject()) {
      throw new Misuse(where + " has either a job or a wait");
    }
    known(wait, where + ".wait", Set.of("signal", "expires_in", "question"));
    return new NewRun.Node(
        node.path("id").asText(),
        node.hasNonNull("after") ? texts(node.path("after")) : null,
        job.isObject() ? job(job, where + ".job") : null,
        wait.isObject() ? wait.path("signal").asText() : null,
        duration(wait, "expires_in"),
        wait.hasNonNull("question") ? wait.path("question").asText() : null);
  }

  private static JobRequest job(JsonNode job, String where) {
    known(
        job, where, Set.of("name", "args", "topic", "priority", "max_attempts", "delay", "limits"));
    Json args = job.has("args") ? Json.of(job.path("args").toString()) : null;
    return JobRequest.of(job.path("name").asText(), args, options -> apply(job, options));
  }

  private static void apply(JsonNode job, JobOptions options) {
    if (job.hasNonNull("topic")) {
      options.topic(job.path("topic").asText());
    }
    if (job.hasNonNull("priority")) {
      options.priority(job.path("priority").asInt());
    }
    if (job.hasNonNull("max_attempts")) {
      options.maxAttempts(job.path("max_attempts").asInt());
    }
    Duration delay = duration(job, "delay");
    if (delay != null) {
      options.delay(delay);
    }
    options.limits(texts(job.path("limits")).toArray(String[]::new));
  }

  private static @Nullable Duration duration(JsonNode json, String field) {
    return json.hasNonNull(field) ? new DurationText().convert(json.path(field).asText()) : null;
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static void known(JsonNode json, String where, Set<String> fields) {
    json.fieldNames()
        .forEachRemaining(
            field -> {
              if (!fields.contains(field)) {
                throw new Misuse("%s.%s is not a field here".formatted(where, field));
              }
            });
  }
}
