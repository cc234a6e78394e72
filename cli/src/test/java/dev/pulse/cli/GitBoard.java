package dev.pulse.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A bare git repository with a board, as a team shares it. */
final class GitBoard {
  private final Path folder;
  private final Path bare;

  GitBoard(Path folder, String board) {
    this.folder = folder;
    this.bare = folder.resolve("bare.git");
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
    git(folder, "clone", "--quiet", bare.toString(), "seed");
    Path seed = folder.resolve("seed");
    try {
      Files.writeString(seed.resolve("board.org"), board);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    git(seed, "checkout", "--quiet", "-B", "main");
    git(seed, "add", "board.org");
    git(seed, "commit", "--quiet", "--message", "the board");
    git(seed, "push", "--quiet", "--set-upstream", "origin", "main");
  }

  /** A working copy of its own for an agent; answers its board. */
  Path cloneFor(String agent) {
    git(folder, "clone", "--quiet", bare.toString(), agent);
    return folder.resolve(agent).resolve("board.org");
  }

  String published() {
    return git(bare, "cat-file", "blob", "main:board.org");
  }

  private static String git(Path where, String... words) {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    command.addAll(List.of(words));
    try {
      Process git =
          new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true).start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (git.onExit().join().exitValue() != 0) {
        throw new IllegalStateException(command + ": " + said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
