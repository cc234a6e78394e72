package dev.pulse.agents.branch;

import java.io.IOException;

/** The branch that tasks begin at and are merged into: where others see it. */
sealed interface Base permits LocalBase, RemoteBase {
  /** Its last commit, as fresh as it can be had. */
  String tip() throws IOException, InterruptedException, BranchTrouble;

  /**
   * Moves it forward, if it has not moved meanwhile.
   *
   * @return false: it has
   */
  boolean advance(String from, String to) throws IOException, InterruptedException, BranchTrouble;

  /** The base of a task: a remote's branch where there is one, for that is where people look. */
  static Base of(Git git, String name) throws IOException {
    String remote = git.run("config", "branch." + name + ".remote").out();
    if (remote.isEmpty()) {
      var remotes = git.text("remote").lines().toList();
      boolean only = remotes.size() == 1;
      remote = remotes.contains("origin") ? "origin" : only ? remotes.getFirst() : "";
    }
    if (remote.isEmpty() || remote.equals(".")) {
      return new LocalBase(git, name);
    }
    String upstream = git.run("config", "branch." + name + ".merge").out();
    String there =
        upstream.startsWith("refs/heads/") ? upstream.substring("refs/heads/".length()) : name;
    return new RemoteBase(git, remote, there, new LocalBase(git, name));
  }
}
