package dev.pulse.agents.runner;

import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an agent behind a command line is asked to do.
 *
 * @param preamble what it should know beforehand; may be empty
 * @param session one to take up again; null for a new one
 * @param aside where the command line may write what it does not say on its output
 */
record Errand(
    Agent agent,
    Program.Llm llm,
    String preamble,
    String prompt,
    @Nullable String session,
    Path aside) {

  /** The prompt for a command line that takes the agent's instructions elsewhere. */
  String prompted() {
    return joined(Stream.of(preamble, prompt));
  }

  /** The prompt for one that does not; a session that is taken up again has had them. */
  String instructed() {
    return session == null ? joined(Stream.of(agent.instructions(), preamble, prompt)) : prompted();
  }

  /** Whether the agent file itself passes one of these options. */
  boolean passes(String... options) {
    return llm.args().stream()
        .anyMatch(
            arg ->
                Stream.of(options)
                    .anyMatch(option -> arg.equals(option) || arg.startsWith(option + "=")));
  }

  /** The model, by that option; nothing without one. */
  List<String> model(String option) {
    String model = llm.model();
    return model == null ? List.of() : List.of(option, model);
  }

  /** A command line being put together. */
  static List<String> words(String... first) {
    return new ArrayList<>(List.of(first));
  }

  private static String joined(Stream<String> parts) {
    return parts.filter(part -> !part.isBlank()).collect(Collectors.joining("\n\n"));
  }
}
