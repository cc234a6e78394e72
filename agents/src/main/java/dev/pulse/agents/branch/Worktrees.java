package dev.pulse.agents.branch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Who has which branch of a repository in their hands. */
final class Worktrees {
  private final Git git;
  private final Map<String, Path> holders;

  private Worktrees(Git git, Map<String, Path> holders) {
    this.git = git;
    this.holders = holders;
  }

  static Worktrees of(Git git) throws IOException {
    Path tree = git.folder();
    var holders = new HashMap<String, Path>();
    for (String line : git.text("worktree", "list", "--porcelain").lines().toList()) {
      if (line.startsWith("worktree ")) {
        tree = Path.of(line.substring("worktree ".length()));
      } else if (line.startsWith("branch ")) {
        holders.put(line.substring("branch ".length()), tree);
      }
    }
    return new Worktrees(git, holders);
  }

  /** Where a branch is checked out. */
  Optional<Path> holding(String ref) {
    return Optional.ofNullable(holders.get(ref));
  }

  /** Whether a branch is being rebased: it is not checked out then, and must not be moved. */
  boolean rebases(String ref) throws IOException {
    Path common = git.folder().resolve(git.text("rev-parse", "--git-common-dir"));
    var folders = new ArrayList<>(List.of(common));
    if (Files.isDirectory(common.resolve("worktrees"))) {
      try (Stream<Path> others = Files.list(common.resolve("worktrees"))) {
        others.forEach(folders::add);
      }
    }
    for (Path folder : folders) {
      for (String kind : List.of("rebase-merge", "rebase-apply")) {
        Path name = folder.resolve(kind).resolve("head-name");
        if (Files.isRegularFile(name) && Files.readString(name).strip().equals(ref)) {
          return true;
        }
      }
    }
    return false;
  }
}
