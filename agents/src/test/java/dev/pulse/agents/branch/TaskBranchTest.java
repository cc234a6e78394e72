package dev.pulse.agents.branch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A task's branch in a real repository: where it is worked on, and how it ends (G3). */
@Timeout(180)
class TaskBranchTest {
  private static final String BRANCH = "pulse/gt-1";

  @TempDir Path folder;
  private final UUID job = UUID.randomUUID();
  private Path home;
  private Repo repo;

  @BeforeEach
  void prepare() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    repo = Repo.in(folder.resolve("repo"));
  }

  @Test
  void workGoesIntoTheBaseAndTheFilesOfWhoeverHasItCheckedOutGoWithIt() throws Exception {
    repo.write("mine.txt", "not committed");
    try (TaskBranch branch = open()) {
      work(branch, "b.txt", "new\n");
      repo.commit("c.txt", "meanwhile\n");
      repo.write("mine.txt", "still not committed").write("a.txt", "edited\n");
      repo.git("rm", "--quiet", "--cached", "mine.txt");
      Landed end = land(branch, Merge.DIRECT);
      assertThat(end).isEqualTo(new Landed(repo.git("rev-parse", "main"), true));
      assertThat(branch.leave()).isEmpty();
    }
    assertThat(repo.folder().resolve("b.txt")).hasContent("new");
    assertThat(repo.folder().resolve("mine.txt")).hasContent("still not committed");
    assertThat(repo.folder().resolve("a.txt")).hasContent("edited");
    assertThat(repo.git("diff", "--name-only")).isEqualTo("a.txt");
    assertThat(repo.subjects("main")).containsExactly("gt-1: work", "c.txt", "a.txt");
    assertThat(repo.has(BRANCH)).isFalse();
    assertThat(repo.git("worktree", "list").lines()).hasSize(1);
  }

  @Test
  void whatSomebodyHasChangedIsNeverTouchedAndTheWorkWaitsForThem() throws Exception {
    try (TaskBranch branch = open()) {
      work(branch, "a.txt", "theirs\n");
      repo.write("a.txt", "mine\n");
      assertThatThrownBy(() -> land(branch, Merge.DIRECT))
          .isInstanceOfSatisfying(
              BranchTrouble.class,
              trouble -> assertThat(trouble.kind()).isEqualTo(BranchTrouble.Kind.AGAIN))
          .hasMessageStartingWith("main is checked out in " + repo.folder())
          .hasMessageContaining("a.txt");
      assertThat(repo.folder().resolve("a.txt")).hasContent("mine");
      assertThat(repo.subjects("main")).containsExactly("a.txt");
    }
    repo.git("checkout", "--quiet", "a.txt");
    try (TaskBranch again = open()) {
      assertThat(again.done()).as("no agent works twice").isEqualTo(1);
      assertThat(land(again, Merge.DIRECT).merged()).isTrue();
    }
    assertThat(repo.folder().resolve("a.txt")).hasContent("theirs");
  }

  @Test
  void aConflictEndsItAndTheBranchIsKept() throws Exception {
    try (TaskBranch branch = open()) {
      work(branch, "a.txt", "theirs\n");
      repo.commit("a.txt", "mine\n");
      assertThatThrownBy(() -> land(branch, Merge.DIRECT))
          .isInstanceOfSatisfying(
              BranchTrouble.class,
              trouble -> assertThat(trouble.kind()).isEqualTo(BranchTrouble.Kind.FOR_GOOD))
          .hasMessage("conflict with main in a.txt; the work is on the branch " + BRANCH);
      assertThat(branch.leave()).as("all is on the branch").isEmpty();
    }
    assertThat(repo.show(BRANCH, "a.txt")).isEqualTo("theirs");
    assertThat(repo.show("main", "a.txt")).isEqualTo("mine");
    assertThat(repo.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void aBaseThatNobodyHasCheckedOutIsMovedAlone() throws Exception {
    repo.git("switch", "--quiet", "-c", "other");
    try (TaskBranch branch = open()) {
      work(branch, "b.txt", "new\n");
      assertThat(land(branch, Merge.DIRECT).merged()).isTrue();
    }
    assertThat(repo.show("main", "b.txt")).isEqualTo("new");
    assertThat(repo.folder().resolve("b.txt")).doesNotExist();
  }

  @Test
  void aBaseInTheMiddleOfARebaseIsLeftAlone() throws Exception {
    repo.git("switch", "--quiet", "-c", "other");
    repo.commit("a.txt", "other\n");
    repo.git("switch", "--quiet", "main");
    repo.commit("a.txt", "main\n");
    try (TaskBranch branch = open()) {
      work(branch, "b.txt", "new\n");
      assertThat(Git.in(repo.folder()).run("rebase", "other").isOk()).isFalse();
      assertThatThrownBy(() -> land(branch, Merge.DIRECT))
          .hasMessage("main is being rebased by somebody");
      repo.git("rebase", "--abort");
      assertThat(land(branch, Merge.DIRECT).merged()).isTrue();
    }
  }

  @Test
  void withARemoteItIsTheRemotesBaseThatMovesAlsoWhenOthersPush() throws Exception {
    Path bare = repo.remote(folder.resolve("bare.git"));
    repo.git("clone", "--quiet", bare.toString(), folder.resolve("friend").toString());
    Git friend = Git.in(folder.resolve("friend")).named();
    try (TaskBranch branch = open()) {
      work(branch, "b.txt", "new\n");
      Files.writeString(folder.resolve("friend/c.txt"), "theirs\n");
      friend.text("add", "--all");
      friend.text("commit", "--quiet", "-m", "friend");
      friend.text("push", "--quiet", "origin", "main");
      land(branch, Merge.DIRECT);
      assertThat(branch.leave()).isEmpty();
    }
    assertThat(repo.subjects("origin/main")).containsExactly("gt-1: work", "friend", "a.txt");
    assertThat(repo.subjects("main")).as("they pull when they like").containsExactly("a.txt");
  }

  @Test
  void aRequestIsPushedAndItsCommandRunUntilItSucceeds() throws Exception {
    assertThatThrownBy(
            () -> {
              try (TaskBranch branch = open()) {
                work(branch, "b.txt", "new\n");
                land(branch, Merge.MR);
              }
            })
        .hasMessage("%s has no remote to push %s to".formatted(repo.folder(), BRANCH));
    repo.remote(folder.resolve("bare.git"));
    repo.git("config", "pulse.mrCommand", "make a request");
    try (TaskBranch branch = open()) {
      assertThatThrownBy(() -> branch.land(Merge.MR, line -> "no: " + line))
          .hasMessage("the command after the push: no: make a request");
    }
    try (TaskBranch branch = open()) {
      assertThat(branch.landed()).isEmpty();
      assertThat(land(branch, Merge.MR).merged()).isFalse();
      assertThat(branch.leave()).isEmpty();
    }
    assertThat(repo.show("origin/" + BRANCH, "b.txt")).isEqualTo("new");
    assertThat(repo.has(BRANCH)).isTrue();
  }

  @Test
  void whatHasLandedDoesNotLandAgain() throws Exception {
    Landed first;
    try (TaskBranch branch = open()) {
      work(branch, "b.txt", "new\n");
      first = land(branch, Merge.DIRECT);
      branch.leave();
    }
    try (TaskBranch again = open()) {
      assertThat(again.landed()).contains(first);
    }
    try (TaskBranch other = open(UUID.randomUUID(), "work")) {
      assertThat(other.landed()).as("another job asks for it anew").isEmpty();
      assertThat(other.done()).isZero();
    }
  }

  @Test
  void stepsThatAreDoneStayDone() throws Exception {
    try (TaskBranch branch = open(job, "one", "two", "three")) {
      work(branch, "1", "1");
      work(branch, "2", "2");
    }
    try (TaskBranch later = open(job, "one", "two", "three")) {
      assertThat(later.done()).isEqualTo(2);
      assertThat(later.folder().resolve("2")).exists();
    }
    try (TaskBranch changed = open(job, "one", "other", "three")) {
      assertThat(changed.done()).isEqualTo(1);
    }
    try (TaskBranch other = open(UUID.randomUUID(), "one", "two", "three")) {
      assertThat(other.done()).as("another job's affair").isZero();
    }
  }

  @Test
  void anAgentsOwnBranchIsTakenOver() throws Exception {
    try (TaskBranch branch = open()) {
      Git tree = Git.in(branch.folder());
      tree.text("switch", "--quiet", "-c", "its-own");
      Files.writeString(branch.folder().resolve("b.txt"), "new\n");
      tree.text("add", "--all");
      tree.text("commit", "--quiet", "-m", "its own");
      branch.complete("gt-1: work");
      land(branch, Merge.LOCAL);
      assertThat(branch.leave()).isEmpty();
    }
    assertThat(repo.subjects(BRANCH)).containsExactly("its own", "a.txt");
  }

  @Test
  void anUnfinishedMergeIsNotWork() throws Exception {
    try (TaskBranch branch = open()) {
      Files.writeString(branch.folder().resolve("a.txt"), "theirs\n");
      Git tree = Git.in(branch.folder());
      tree.text("commit", "--quiet", "-am", "work");
      repo.commit("a.txt", "mine\n");
      assertThat(tree.run("merge", "main").isOk()).isFalse();
      assertThatThrownBy(() -> branch.complete("gt-1: work"))
          .hasMessage("a merge or rebase was left unfinished in " + branch.folder());
      assertThat(branch.leave()).contains(branch.folder());
    }
  }

  @Test
  void mergesAnAgentHasMadeAreNotAskedForAgain() throws Exception {
    try (TaskBranch branch = open()) {
      Git tree = Git.in(branch.folder());
      Files.writeString(branch.folder().resolve("a.txt"), "theirs\n");
      tree.text("commit", "--quiet", "-am", "work");
      repo.commit("a.txt", "mine\n");
      tree.run("merge", "main");
      Files.writeString(branch.folder().resolve("a.txt"), "both\n");
      tree.text("commit", "--quiet", "-am", "resolved");
      branch.complete("gt-1: work");
      repo.commit("c.txt", "meanwhile\n");
      assertThat(land(branch, Merge.DIRECT).merged()).isTrue();
    }
    assertThat(repo.folder().resolve("a.txt")).hasContent("both");
  }

  @Test
  void oneAttemptAtATimeAndAWorktreeThatWasBeingMadeIsMadeAnew() throws Exception {
    Path tree;
    try (TaskBranch branch = open()) {
      tree = branch.folder();
      assertThatThrownBy(this::open)
          .isInstanceOfSatisfying(
              BranchTrouble.class,
              trouble -> assertThat(trouble.kind()).isEqualTo(BranchTrouble.Kind.BUSY));
    }
    // As if its maker had been killed: the files are missing, and that is nobody's work.
    Files.delete(tree.resolve("a.txt"));
    Files.delete(Path.of(Git.in(tree).text("rev-parse", "--absolute-git-dir"), "pulse-whole"));
    try (TaskBranch branch = open()) {
      assertThat(branch.folder().resolve("a.txt")).exists();
    }
    // As if somebody had deleted it by hand.
    repo.git("worktree", "list");
    try (var files = Files.walk(tree)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    try (TaskBranch branch = open()) {
      assertThat(branch.folder().resolve("a.txt")).exists();
    }
  }

  @Test
  void aLandingThatWasKilledIsTakenBack() throws Exception {
    try (TaskBranch branch = open()) {
      work(branch, "a.txt", "theirs\n");
      repo.commit("a.txt", "mine\n");
      Git tree = Git.in(branch.folder());
      Path own = Path.of(tree.text("rev-parse", "--absolute-git-dir"));
      Files.writeString(own.resolve("pulse-landing"), "");
      tree.run("rebase", "main");
      assertThat(own.resolve("rebase-merge")).exists();
    }
    try (TaskBranch branch = open()) {
      assertThat(branch.folder().resolve("a.txt")).hasContent("theirs");
      assertThat(Git.in(branch.folder()).text("status", "--porcelain")).isEmpty();
    }
  }

  @Test
  void manyMergesAtOnceAllArrive() throws Exception {
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          IntStream.range(0, 8).mapToObj(number -> pool.submit(() -> mergeOne(number))).toList();
      for (var one : all) {
        assertThat(one.get().merged()).isTrue();
      }
    }
    assertThat(repo.subjects("main")).hasSize(9);
    assertThat(repo.git("status", "--porcelain")).isEmpty();
    assertThat(repo.git("worktree", "list").lines()).hasSize(1);
  }

  private Landed mergeOne(int number) throws Exception {
    var place =
        new TaskPlace("gt-" + number, "shop", repo.folder(), "main", "pulse/x" + number, null);
    try (TaskBranch branch = TaskBranch.open(home, place, UUID.randomUUID(), List.of("work"))) {
      work(branch, "file" + number, "x");
      Landed end = land(branch, Merge.DIRECT);
      assertThat(branch.leave()).isEmpty();
      return end;
    }
  }

  @Test
  void whatCannotBeIsSaid() {
    assertThatThrownBy(() -> open(place(folder.resolve("nowhere"), "main", BRANCH)))
        .hasMessage("there is no folder " + folder.resolve("nowhere"));
    assertThatThrownBy(() -> open(place(home, "main", BRANCH)))
        .hasMessage(home + " is no git repository");
    assertThatThrownBy(() -> open(place(repo.folder(), "trunk", BRANCH)))
        .hasMessage(repo.folder() + " has no branch trunk");
    assertThatThrownBy(() -> open(place(repo.folder(), "main", "a..b")))
        .hasMessage("no branch can be called a..b");
  }

  private TaskBranch open(TaskPlace place) throws Exception {
    return TaskBranch.open(home, place, job, List.of("work"));
  }

  private static TaskPlace place(Path repository, String base, String branch) {
    return new TaskPlace("gt-1", "shop", repository, base, branch, null);
  }

  private TaskBranch open() throws Exception {
    return open(job, "work");
  }

  private TaskBranch open(UUID job, String... steps) throws Exception {
    return TaskBranch.open(home, place(repo.folder(), "main", BRANCH), job, List.of(steps));
  }

  private static Landed land(TaskBranch branch, Merge merge) throws Exception {
    return branch.land(merge, _ -> "");
  }

  private static void work(TaskBranch branch, String file, String text) throws Exception {
    Files.writeString(branch.folder().resolve(file), text);
    branch.complete("gt-1: work");
  }
}
