package dev.pulse.agents.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.agents.branch.Merge;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The task an agent job works on, as its args tell it (G3).
 *
 * @param merge what becomes of its branch
 * @param mrCommand what is run after a push; null: what the repository says
 * @param steps each for a fresh agent; empty: one agent does it all
 */
record TaskOrder(
    String id,
    String project,
    String repository,
    String base,
    String branch,
    Merge merge,
    @Nullable String mrCommand,
    List<String> steps) {
  private static final String RALPH = "ralph";

  /**
   * @return null: no task
   * @throws IllegalArgumentException it is none, and why
   */
  static @Nullable TaskOrder read(JsonNode task) {
    if (task.isMissingNode() || task.isNull()) {
      return null;
    }
    String merge = needed(task, "merge");
    String mode = Order.text(task, "mode");
    if (mode != null && !mode.equals(RALPH)) {
      throw new IllegalArgumentException("there is no mode " + mode + ", only " + RALPH);
    }
    return new TaskOrder(
        needed(task, "id"),
        needed(task, "project"),
        needed(task, "repository"),
        needed(task, "base_branch"),
        needed(task, "branch"),
        Merge.of(merge)
            .orElseThrow(() -> new IllegalArgumentException("nothing is merged by " + merge)),
        Order.text(task, "mr_command"),
        mode == null ? List.of() : steps(task.path("steps")));
  }

  private static String needed(JsonNode task, String key) {
    String text = Order.text(task, key);
    if (text == null || text.isBlank()) {
      throw new IllegalArgumentException("\"task\" needs \"" + key + "\"");
    }
    return text;
  }

  private static List<String> steps(JsonNode list) {
    var steps = new ArrayList<String>();
    for (JsonNode step : list) {
      if (!step.isTextual() || step.asText().isBlank()) {
        throw new IllegalArgumentException("\"steps\" must be texts");
      }
      steps.add(step.asText());
    }
    return List.copyOf(steps);
  }
}
