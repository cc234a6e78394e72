package dev.pulse.agents.branch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A real repository with a branch main that is checked out. */
public final class Repo {
  private final Path folder;

  private Repo(Path folder) {
    this.folder = folder;
  }

  /** Makes one, with a file {@code a.txt}. */
  public static Repo in(Path folder) {
    try {
      Files.createDirectories(folder);
      var repo = new Repo(folder);
      repo.git("init", "--quiet", "--initial-branch=main");
      repo.git("config", "user.email", "a@b.example");
      repo.git("config", "user.name", "A");
      repo.commit("a.txt", "begin\n");
      return repo;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A bare clone that this one pushes to. */
  public Path remote(Path bare) {
    git("clone", "--quiet", "--bare", folder.toString(), bare.toString());
    git("remote", "add", "origin", bare.toString());
    return bare;
  }

  public Path folder() {
    return folder;
  }

  public String git(String... words) {
    try {
      Git.Answer answer = Git.in(folder).run(words);
      assertThat(answer.isOk()).as(answer.err()).isTrue();
      return answer.out();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Repo write(String file, String text) {
    try {
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public Repo commit(String file, String text) {
    write(file, text);
    git("add", "--all");
    git("commit", "--quiet", "-m", file);
    return this;
  }

  /** What a file holds on a branch. */
  public String show(String branch, String file) {
    return git("show", branch + ":" + file);
  }

  public boolean has(String branch) {
    return !git("branch", "--list", branch).isEmpty();
  }

  /** The subjects of a branch, the last one first. */
  public java.util.List<String> subjects(String branch) {
    return git("log", "--format=%s", branch).lines().toList();
  }
}
