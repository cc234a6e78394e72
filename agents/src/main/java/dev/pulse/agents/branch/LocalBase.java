package dev.pulse.agents.branch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A branch of this repository. Where somebody has it checked out, their files must go with it:
 * git's own fast-forward does that, and refuses rather than touch what they have changed. Elsewhere
 * the branch alone is moved.
 */
record LocalBase(Git git, String name) implements Base {
  @Override
  public String tip() throws IOException, BranchTrouble {
    Git.Answer tip = git.run("rev-parse", "--verify", "--quiet", ref() + "^{commit}");
    if (!tip.isOk()) {
      throw BranchTrouble.forGood("%s has no branch %s".formatted(git.folder(), name));
    }
    return tip.out();
  }

  @Override
  public boolean advance(String from, String to) throws IOException, BranchTrouble {
    Worktrees trees = Worktrees.of(git);
    if (trees.rebases(ref())) {
      throw BranchTrouble.again("%s is being rebased by somebody".formatted(name));
    }
    Optional<Path> holder = trees.holding(ref()).filter(Files::isDirectory);
    Git.Answer moved =
        holder.isPresent()
            ? git.at(holder.get()).run("merge", "--quiet", "--ff-only", to)
            : git.run("update-ref", "-m", "pulse: merged a task", ref(), to, from);
    String now = tip();
    if (now.equals(to)) {
      return true;
    }
    if (!now.equals(from)) {
      return false;
    }
    throw BranchTrouble.again(
        holder
            .map(tree -> "%s is checked out in %s: ".formatted(name, tree))
            .orElse(name + " cannot be moved: ")
            .concat(moved.complaint()));
  }

  private String ref() {
    return "refs/heads/" + name;
  }
}
