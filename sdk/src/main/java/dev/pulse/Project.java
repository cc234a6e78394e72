package dev.pulse;

import org.jspecify.annotations.Nullable;

/**
 * Where tasks belong. Start from {@link #of} and say more.
 *
 * @param name its name
 * @param prefix what the ids of its tasks begin with, without the hyphen
 * @param repository a path on the runner's machine
 * @param agent who works on its tasks; null: to be said with each sling
 * @param baseBranch where work starts from and is merged to; null: {@code main}
 * @param mrCommand what the merge strategy {@code mr} runs after the push; null: nothing
 */
public record Project(
    String name,
    String prefix,
    String repository,
    @Nullable String agent,
    @Nullable String baseBranch,
    @Nullable String mrCommand) {

  /** A project with what it cannot be without. */
  public static Project of(String name, String prefix, String repository) {
    return new Project(name, prefix, repository, null, null, null);
  }

  /** This agent works on its tasks. */
  public Project agent(String agent) {
    return new Project(name, prefix, repository, agent, baseBranch, mrCommand);
  }

  /** Work starts from this branch and is merged to it. */
  public Project baseBranch(String branch) {
    return new Project(name, prefix, repository, agent, branch, mrCommand);
  }

  /** What the merge strategy {@code mr} runs after the push. */
  public Project mrCommand(String command) {
    return new Project(name, prefix, repository, agent, baseBranch, command);
  }
}
