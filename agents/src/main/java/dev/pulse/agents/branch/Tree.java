package dev.pulse.agents.branch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The worktree of a branch. Whoever uses it holds the branch's {@link Mutex}. */
final class Tree {
  /** Written when a worktree is whole: one that was being made when its maker died is not. */
  private static final String WHOLE = "pulse-whole";

  /**
   * Written while we change the branch ourselves: what is half done then is ours, not an agent's.
   */
  private static final String LANDING = "pulse-landing";

  /** As long as git is given; whoever holds the index longer is dead. */
  private static final Duration INDEX_HELD = Duration.ofMinutes(3);

  private final Path folder;
  private final String branch;
  private final Git git;

  private Tree(Path folder, String branch, Git git) {
    this.folder = folder;
    this.branch = branch;
    this.git = git;
  }

  /** Finds it as an earlier attempt left it, or makes it, beginning at that commit. */
  static Tree open(Git repository, Path folder, String branch, String start)
      throws IOException, BranchTrouble {
    var tree = new Tree(folder, branch, repository.at(folder));
    if (Files.isDirectory(folder) && tree.isWhole()) {
      tree.recover();
    } else {
      tree.make(repository, start);
    }
    return tree;
  }

  private boolean isWhole() throws IOException {
    Git.Answer own = git.run("rev-parse", "--absolute-git-dir");
    return own.isOk() && Files.exists(Path.of(own.out(), WHOLE));
  }

  private void make(Git repository, String start) throws IOException, BranchTrouble {
    Worktrees trees = Worktrees.of(repository);
    var holder = trees.holding(ref()).filter(other -> !other.equals(folder));
    if (holder.filter(Files::isDirectory).isPresent()) {
      throw BranchTrouble.again(
          "the branch %s is checked out in %s".formatted(branch, holder.get()));
    }
    repository.run("worktree", "remove", "--force", "--force", folder.toString());
    delete(folder); // no agent has been in it yet
    Files.createDirectories(folder.getParent());
    boolean begun = repository.says("rev-parse", "--verify", "--quiet", ref());
    // Force: git may still know a worktree that somebody has deleted by hand.
    Git.Answer made =
        begun
            ? repository.run("worktree", "add", "--force", "--quiet", folder.toString(), branch)
            : repository.run(
                "worktree",
                "add",
                "--force",
                "--quiet",
                "--no-track",
                "-b",
                branch,
                folder.toString(),
                start);
    if (!made.isOk()) {
      throw BranchTrouble.again("no worktree: " + made.complaint());
    }
    Files.writeString(own(WHOLE), "");
  }

  /** What a runner that was killed has left half done. */
  private void recover() throws IOException, BranchTrouble {
    Path held = own("index.lock");
    if (Files.exists(held)) {
      Instant since = Files.getLastModifiedTime(held).toInstant();
      if (since.isAfter(Instant.now().minus(INDEX_HELD))) {
        throw BranchTrouble.busy("a git is at work in " + folder);
      }
      Files.deleteIfExists(held);
    }
    if (Files.exists(own(LANDING))) {
      abort();
    }
  }

  Path folder() {
    return folder;
  }

  String head() throws IOException {
    return git.text("rev-parse", "HEAD");
  }

  /** Puts whatever was left in it onto the branch, so that nothing is lost. */
  void settle(String message) throws IOException, BranchTrouble {
    if (isUnfinished()) {
      throw BranchTrouble.again("a merge or rebase was left unfinished in " + folder);
    }
    adopt();
    if (!git.text("status", "--porcelain").isEmpty()) {
      git.text("add", "--all");
      Git.Answer committed = git.run("commit", "--quiet", "--no-verify", "-m", message);
      if (!committed.isOk() && !git.says("diff", "--cached", "--quiet")) {
        throw BranchTrouble.again("what was left cannot be committed: " + committed.complaint());
      }
    }
  }

  /** An agent may have gone to a branch of its own; its work belongs on the task's. */
  private void adopt() throws IOException, BranchTrouble {
    if (git.run("symbolic-ref", "--quiet", "HEAD").out().equals(ref())) {
      return;
    }
    Git.Answer known = git.run("rev-parse", "--verify", "--quiet", ref());
    if (known.isOk() && !git.says("merge-base", "--is-ancestor", known.out(), "HEAD")) {
      throw BranchTrouble.again(
          "%s was left on something else than its branch %s".formatted(folder, branch));
    }
    git.text("update-ref", ref(), head());
    git.text("symbolic-ref", "HEAD", ref());
  }

  /** Puts the branch on top of that commit, as if it had begun there. */
  void moveOnto(String tip, String base) throws IOException, BranchTrouble {
    if (git.says("merge-base", "--is-ancestor", tip, "HEAD")) {
      return;
    }
    Files.writeString(own(LANDING), "");
    // Merges the agent has made hold decisions that a rebase would ask for once more.
    boolean merges = !git.text("rev-list", "--merges", "--max-count=1", tip + "..HEAD").isEmpty();
    Git.Answer moved =
        merges ? git.run("merge", "--quiet", "--no-edit", tip) : git.run("rebase", "--quiet", tip);
    if (!moved.isOk()) {
      List<String> files = git.text("diff", "--name-only", "--diff-filter=U").lines().toList();
      abort();
      throw files.isEmpty()
          ? BranchTrouble.again("it cannot be put onto %s: %s".formatted(base, moved.complaint()))
          : BranchTrouble.forGood(
              "conflict with %s in %s; the work is on the branch %s"
                  .formatted(base, named(files), branch));
    }
    Files.deleteIfExists(own(LANDING));
  }

  private static String named(List<String> files) {
    String first = files.stream().limit(5).collect(Collectors.joining(", "));
    return files.size() > 5 ? first + " and %d more".formatted(files.size() - 5) : first;
  }

  private void abort() throws IOException {
    if (isRebasing()) {
      git.run("rebase", "--abort");
    } else if (Files.exists(own("MERGE_HEAD"))) {
      git.run("merge", "--abort");
    }
    Files.deleteIfExists(own(LANDING));
  }

  /**
   * Removes it, if nothing would be lost: all is committed, and the branch stays.
   *
   * @return whether it is gone
   */
  boolean remove(Git repository) throws IOException {
    boolean onBranch = git.run("symbolic-ref", "--quiet", "HEAD").out().equals(ref());
    return onBranch
        && !isUnfinished()
        && git.text("status", "--porcelain").isEmpty()
        && repository.says("worktree", "remove", folder.toString());
  }

  private boolean isUnfinished() throws IOException {
    return isRebasing() || !git.text("ls-files", "--unmerged").isEmpty();
  }

  private boolean isRebasing() throws IOException {
    return Files.exists(own("rebase-merge")) || Files.exists(own("rebase-apply"));
  }

  private Path own(String name) throws IOException {
    return Path.of(git.text("rev-parse", "--absolute-git-dir"), name);
  }

  private String ref() {
    return "refs/heads/" + branch;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      return; // the usual case
    }
  }
}
