package dev.pulse.agents.registry;

import java.nio.file.Path;

/**
 * What is wrong with an agent file, and where.
 *
 * @param line counted from 1
 * @param fatal whether the agent cannot be used for it
 */
public record Problem(Path file, int line, String text, boolean fatal) {
  /** As compilers say it. */
  @Override
  public String toString() {
    return "%s:%d: %s".formatted(file, line, text);
  }
}
