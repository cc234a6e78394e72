package dev.pulse.agents.registry;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A coding agent's command line that Pulse knows how to drive. */
public enum Cli {
  CLAUDE,
  CODEX,
  GEMINI,
  OPENCODE,
  AIDER;

  /** What it is called in an agent file and on the PATH. */
  public String program() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Cli> named(String program) {
    return Arrays.stream(values()).filter(cli -> cli.program().equals(program)).findFirst();
  }
}
