package dev.pulse.agents.board;

import java.util.List;

/**
 * Two agents that took one task.
 *
 * @param agents both of them
 * @param evidence where that can be seen: commits, or a line of the board
 */
public record DoubleClaim(String task, List<String> agents, String evidence) {
  @Override
  public String toString() {
    return "%s was claimed by %s (%s)".formatted(task, String.join(" and by ", agents), evidence);
  }
}
