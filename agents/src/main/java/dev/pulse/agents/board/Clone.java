package dev.pulse.agents.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The repository a board lives in. A change is made as a commit on top of what the remote has now
 * and pushed; the working copy is not touched before that has worked. So a claim that is lost
 * leaves nothing to clean up, and what else is being edited there is in nobody's way.
 */
final class Clone {
  private final Git git;
  private final String branch;
  private final @Nullable String remote;
  private final String remoteRef;
  private final String path;
  private final Path gitFolder;

  private Clone(
      Git git,
      String branch,
      @Nullable String remote,
      String remoteRef,
      String path,
      Path gitFolder) {
    this.git = git;
    this.branch = branch;
    this.remote = remote;
    this.remoteRef = remoteRef;
    this.path = path;
    this.gitFolder = gitFolder;
  }

  static Clone of(Path file, Map<String, String> environment) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BoardTrouble("there is no folder " + folder);
    }
    var here = new Git(folder, environment);
    String prefix = here.text("rev-parse", "--show-prefix");
    Path top = Path.of(here.text("rev-parse", "--show-toplevel"));
    Path gitFolder = Path.of(here.text("rev-parse", "--absolute-git-dir"));
    var git = new Git(top, environment);
    String branch = git.text("symbolic-ref", "--short", "HEAD");
    Optional<String> upstream = setting(git, "branch." + branch + ".remote");
    @Nullable String remote = upstream.orElse(git.text("remote").lines().findFirst().orElse(null));
    String ref = setting(git, "branch." + branch + ".merge").orElse("refs/heads/" + branch);
    return new Clone(git, branch, remote, ref, prefix + file.getFileName(), gitFolder);
  }

  private static Optional<String> setting(Git git, String name) {
    Git.Answer answer = git.run(new byte[0], "config", "--get", name);
    return answer.isGood() ? Optional.of(answer.text()) : Optional.empty();
  }

  /** The newest commit there is: the remote's, where there is one. */
  String newest() {
    if (remote == null) {
      return git.text("rev-parse", "HEAD");
    }
    git.text("fetch", "--quiet", remote, remoteRef);
    return git.text("rev-parse", "FETCH_HEAD");
  }

  byte[] board(String commit) {
    return git.bytes(new byte[0], "cat-file", "blob", commit + ":" + path);
  }

  /** A commit that differs from its parent in the board alone; nobody sees it yet. */
  String commit(String parent, byte[] board, String author, String message) throws IOException {
    String mode = git.text("ls-tree", "--format=%(objectmode)", parent, path);
    String blob = git.given(board, "hash-object", "-w", "--stdin");
    Path index = gitFolder.resolve("pulse-board." + UUID.randomUUID());
    Git aside =
        git.with(
            Map.of(
                "GIT_INDEX_FILE",
                index.toString(),
                "GIT_AUTHOR_NAME",
                author,
                "GIT_AUTHOR_EMAIL",
                author + "@localhost",
                "GIT_COMMITTER_NAME",
                author,
                "GIT_COMMITTER_EMAIL",
                author + "@localhost"));
    try {
      aside.text("read-tree", parent);
      aside.text("update-index", "--cacheinfo", "%s,%s,%s".formatted(mode, blob, path));
      return aside.text("commit-tree", aside.text("write-tree"), "-p", parent, "-m", message);
    } finally {
      Files.deleteIfExists(index);
    }
  }

  /** Empty: it worked, and everybody sees the commit. Otherwise what git said. */
  Optional<String> publish(String parent, String commit) {
    Git.Answer answer =
        remote == null
            ? git.run(new byte[0], "update-ref", "refs/heads/" + branch, commit, parent)
            : git.run(new byte[0], "push", "--quiet", remote, commit + ":" + remoteRef);
    return answer.isGood() ? Optional.empty() : Optional.of(answer.complaint());
  }

  /** Brings the working copy along, unless that would touch what somebody is editing. */
  boolean follow(String parent, String commit) {
    Git.Answer answer =
        remote == null
            ? git.run(new byte[0], "read-tree", "-m", "-u", parent, commit)
            : git.run(new byte[0], "merge", "--quiet", "--ff-only", commit);
    return answer.isGood();
  }

  Git git() {
    return git;
  }

  String path() {
    return path;
  }

  Path lockFile() {
    return gitFolder.resolve("pulse-board.lock");
  }
}
