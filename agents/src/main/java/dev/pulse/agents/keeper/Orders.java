package dev.pulse.agents.keeper;

import dev.pulse.agents.keeper.Lifecycle.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a tick asks to be run, and in what words (A2). */
final class Orders {
  /** What the runs of all standing agents count against (K7). */
  static final String LIMIT = "standing-agents";

  private Orders() {}

  /** A run of the agent in a state. */
  static Runs.Order wake(String name, Definition definition, State state, int hits, Path workdir) {
    var args = new LinkedHashMap<String, Object>();
    args.put("agent", definition.agent());
    args.put("prompt", prompt(definition, state, hits));
    args.put("preamble", preamble(name));
    args.put("workdir", workdir.toString());
    args.put("env", Map.of("PULSE_STATE", state.name(), "PULSE_STANDING_AGENT", name));
    var limits = new ArrayList<>(List.of(LIMIT));
    limits.addAll(definition.known().limits());
    return new Runs.Order("agent", "agents", args, limits);
  }

  /** The agent's dream. */
  static Runs.Order dream(String name, State state) {
    return new Runs.Order(
        Dreams.NAME, "keeper", Map.of("agent", name, "state", state.name()), List.of());
  }

  private static String prompt(Definition definition, State state, int hits) {
    var prompt = new StringBuilder(definition.prompt().strip());
    if (!state.name().isEmpty()) {
      paragraph(prompt, "State: %s (%d of %d)".formatted(state.name(), hits + 1, state.repeat()));
      paragraph(prompt, state.instructions());
    }
    paragraph(prompt, prompt.isEmpty() ? "It is your turn." : "");
    return prompt.toString();
  }

  private static void paragraph(StringBuilder text, String paragraph) {
    if (!paragraph.isEmpty()) {
      text.append(text.isEmpty() ? "" : "\n\n").append(paragraph);
    }
  }

  private static String preamble(String name) {
    return """
        You are the standing agent %s; this is one tick of your day. Do one piece of work, and finish \
        it. If there is nothing to do, begin your answer with NO-WORK."""
        .formatted(name);
  }
}
