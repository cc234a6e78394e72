package dev.pulse.agents.branch;

import java.io.IOException;

/**
 * A branch of a remote. Merging is pushing: the remote takes it only if nobody else was faster. The
 * user's own branch of that name is left alone; they pull when they like.
 */
record RemoteBase(Git git, String remote, String name, LocalBase local) implements Base {
  /** A remote that cannot be reached now is believed to be where it was; the push will tell. */
  @Override
  public String tip() throws IOException, InterruptedException, BranchTrouble {
    Git.Answer fetched =
        git.reach(
            "fetch", "--quiet", "--no-tags", remote, "+refs/heads/" + name + ":" + tracking());
    Git.Answer tip = git.run("rev-parse", "--verify", "--quiet", tracking() + "^{commit}");
    if (tip.isOk()) {
      return tip.out();
    }
    try {
      return local.tip(); // a branch that nobody has pushed yet
    } catch (BranchTrouble e) {
      throw fetched.isOk()
          ? e
          : BranchTrouble.again("%s of %s: %s".formatted(name, remote, fetched.complaint()));
    }
  }

  @Override
  public boolean advance(String from, String to)
      throws IOException, InterruptedException, BranchTrouble {
    Git.Answer pushed = git.reach("push", "--quiet", remote, to + ":refs/heads/" + name);
    if (pushed.isOk()) {
      return true;
    }
    if (!tip().equals(from)) {
      return false;
    }
    throw BranchTrouble.again(
        "%s does not take %s: %s".formatted(remote, name, pushed.complaint()));
  }

  private String tracking() {
    return "refs/remotes/" + remote + "/" + name;
  }
}
