package dev.pulse.agents.runner;

import dev.pulse.agents.registry.Agent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where an attempt works: the folder it was told, the agent's, one of its own, or a git worktree of
 * that.
 */
final class Workplace {
  private final Path folder;
  private final @Nullable Path repository;
  private final String branch;

  private Workplace(Path folder, @Nullable Path repository, String branch) {
    this.folder = folder;
    this.repository = repository;
    this.branch = branch;
  }

  /**
   * Finds or makes it.
   *
   * @throws IOException it cannot be, and why
   */
  static Workplace open(Path home, Agent agent, @Nullable String told, UUID job)
      throws IOException, InterruptedException {
    Path folder = folder(home, agent, told);
    if (!agent.place().worktree()) {
      return new Workplace(folder, null, "");
    }
    Path tree = home.resolve("worktrees").resolve(job.toString());
    String branch = "pulse/" + job;
    if (!Files.exists(tree)) {
      Files.createDirectories(tree.getParent());
      // An earlier attempt may have left the branch; then its work goes on.
      boolean begun =
          Tool.git(folder, "rev-parse", "--verify", "--quiet", "refs/heads/" + branch).isOk();
      Tool.Answer added =
          begun
              ? Tool.git(folder, "worktree", "add", tree.toString(), branch)
              : Tool.git(folder, "worktree", "add", "-b", branch, tree.toString());
      if (!added.isOk()) {
        throw new IOException("no worktree of " + folder + ": " + added.output());
      }
    }
    return new Workplace(tree, folder, branch);
  }

  Path folder() {
    return folder;
  }

  /**
   * Removes a worktree that holds nothing of its own: no change that is not committed, no commit
   * that no other branch has, here or where it was pushed to.
   *
   * @return the worktree that was kept; null for none
   */
  @Nullable Path leave() throws IOException, InterruptedException {
    if (repository == null) {
      return null;
    }
    Tool.Answer changes = Tool.git(folder, "status", "--porcelain");
    Tool.Answer holders =
        Tool.git(
            folder,
            "for-each-ref",
            "--contains",
            "HEAD",
            "--format=%(refname)",
            "refs/heads",
            "refs/remotes");
    boolean clean = changes.isOk() && changes.output().isEmpty();
    boolean elsewhere =
        holders.isOk()
            && holders.output().lines().anyMatch(ref -> !ref.equals("refs/heads/" + branch));
    if (!clean
        || !elsewhere
        || !Tool.git(repository, "worktree", "remove", folder.toString()).isOk()) {
      return folder;
    }
    Tool.git(repository, "branch", "-D", branch);
    return null;
  }

  private static Path folder(Path home, Agent agent, @Nullable String told) throws IOException {
    Path own = agent.place().workdir();
    if (told == null && own == null) {
      return Files.createDirectories(home.resolve("work").resolve(agent.name()));
    }
    Path folder = told == null ? own : home.resolve(told).normalize();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException("there is no folder " + folder);
    }
    return folder;
  }
}
