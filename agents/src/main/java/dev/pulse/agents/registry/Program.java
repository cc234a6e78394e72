package dev.pulse.agents.registry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent is made of: a model behind a known command line, or any program. */
public sealed interface Program {
  /**
   * A coding agent's command line.
   *
   * @param model null: whatever the command line is set to
   * @param args words of the user's, after ours
   */
  record Llm(Cli cli, @Nullable String model, List<String> args) implements Program {
    /** Keeps its own copy of the words. */
    public Llm {
      args = List.copyOf(args);
    }
  }

  /**
   * Any program.
   *
   * @param words the program and its arguments
   */
  record Command(List<String> words) implements Program {
    /** Keeps its own copy of the words. */
    public Command {
      words = List.copyOf(words);
    }
  }
}
