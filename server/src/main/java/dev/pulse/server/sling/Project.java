package dev.pulse.server.sling;

import org.jspecify.annotations.Nullable;

/**
 * Where tasks belong.
 *
 * @param prefix of its tasks' ids, without the hyphen
 * @param repository a path on the runner's machine
 * @param agent who works on its tasks; null: to be said with each sling
 * @param mrCommand what merge {@code mr} runs after the push
 */
public record Project(
    String name,
    String prefix,
    String repository,
    @Nullable String agent,
    String baseBranch,
    @Nullable String mrCommand) {
  private static final int LONGEST = 4096;

  public Project {
    Rules.name("project", name);
    Rules.prefix(prefix);
    Rules.line("repository", repository, LONGEST);
    Rules.line("base_branch", baseBranch, 200);
    if (agent != null) {
      Rules.name("agent", agent);
    }
    if (mrCommand != null) {
      Rules.line("mr_command", mrCommand, LONGEST);
    }
  }
}
