package dev.pulse.agents.runner;

import dev.pulse.agents.registry.Cli;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How one command line is driven without a person: its flags, its environment, and the words it
 * reports in.
 *
 * <p>By default an agent may change files in its working folder; to run commands of its choice it
 * needs the consent of its agent file, by the command line's own options in {@code args}.
 */
sealed interface Adapter permits Claude, Codex, Gemini, Opencode, Aider {
  /** The program and its arguments. */
  List<String> words(Errand errand);

  /** What it reads from its standard input. */
  String stdin(Errand errand);

  /** What it tells, line by line. */
  Events events(InstantSource clock, ZoneId zone);

  /** Variables it needs. */
  default Map<String, String> env() {
    return Map.of();
  }

  /** Variables of ours that would mislead it. */
  default Set<String> hidden() {
    return Set.of();
  }

  /** The one for a command line. */
  static Adapter of(Cli cli) {
    return switch (cli) {
      case CLAUDE -> new Claude();
      case CODEX -> new Codex();
      case GEMINI -> new Gemini();
      case OPENCODE -> new Opencode();
      case AIDER -> new Aider();
    };
  }
}
