package dev.pulse.agents.board;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A bare repository with a board in it, and clones of it. */
final class Repositories {
  private static final Map<String, String> IDENTITY =
      Map.of(
          "GIT_AUTHOR_NAME", "someone",
          "GIT_AUTHOR_EMAIL", "someone@localhost",
          "GIT_COMMITTER_NAME", "someone",
          "GIT_COMMITTER_EMAIL", "someone@localhost",
          "GIT_CONFIG_GLOBAL", "/dev/null");

  private final Path folder;
  private final Path bare;

  Repositories(Path folder, String board) {
    this.folder = folder;
    this.bare = folder.resolve("bare.git");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
    Path seed = folder.resolve("seed");
    git(folder, "init", "--quiet", "--initial-branch=main", seed.toString());
    commitOnly(seed, "board.org", board);
    git(seed, "remote", "add", "origin", bare.toString());
    git(seed, "push", "--quiet", "--set-upstream", "origin", "main");
  }

  Path clone(String name) {
    git(folder, "clone", "--quiet", bare.toString(), name);
    return folder.resolve(name);
  }

  Path alone(String name) {
    Path clone = clone(name);
    git(clone, "remote", "remove", "origin");
    return clone;
  }

  String published() {
    return new String(
        new Git(bare, IDENTITY).bytes(new byte[0], "cat-file", "blob", "main:board.org"));
  }

  void write(Path clone, String file, String text) {
    commitOnly(clone, file, text);
    git(clone, "push", "--quiet");
  }

  void commitOnly(Path clone, String file, String text) {
    try {
      Files.createDirectories(clone.resolve(file).getParent());
      Files.writeString(clone.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    git(clone, "add", file);
    git(clone, "commit", "--quiet", "--message", "by hand");
  }

  String git(Path where, String... words) {
    return new Git(where, IDENTITY).text(words);
  }
}
