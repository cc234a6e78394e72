package dev.pulse.agents.branch;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The branch of a task, held by one attempt at a time: a worktree of its own to work in, the steps
 * that are done, and the way its work ends (G3).
 *
 * <p>It can be left at any moment, by a kill as well as by {@link #close}: the next attempt finds
 * the worktree as it was and goes on at the first step that is not done. What has landed once does
 * not land again.
 */
public final class TaskBranch implements AutoCloseable {
  /** How often a base that others move may be run after. */
  private static final int TURNS = 20;

  private static final Duration REMEMBERED = Duration.ofDays(8);

  private final TaskPlace place;
  private final List<String> steps;
  private final Git git;
  private final Path notes;
  private final Mutex mutex;
  private Progress progress;
  private @Nullable Tree tree;

  private TaskBranch(
      TaskPlace place, List<String> steps, Git git, Path notes, Mutex mutex, Progress progress) {
    this.place = place;
    this.steps = List.copyOf(steps);
    this.git = git;
    this.notes = notes;
    this.mutex = mutex;
    this.progress = progress;
  }

  /**
   * Takes it in hand, and makes its worktree under that home if there is none.
   *
   * @param steps what is to be done, in order
   */
  public static TaskBranch open(Path home, TaskPlace place, UUID job, List<String> steps)
      throws IOException, InterruptedException, BranchTrouble {
    if (!Files.isDirectory(place.repository())) {
      throw BranchTrouble.forGood("there is no folder " + place.repository());
    }
    Git git = Git.in(place.repository()).named();
    Git.Answer common = git.run("rev-parse", "--git-common-dir");
    if (!common.isOk()) {
      throw BranchTrouble.forGood(place.repository() + " is no git repository");
    }
    if (!git.says("check-ref-format", "--branch", place.branch())) {
      throw BranchTrouble.forGood("no branch can be called " + place.branch());
    }
    Path notes = place.repository().resolve(common.out()).resolve("pulse").normalize();
    try (var _ = Mutex.take(notes.resolve("lock"))) {
      Mutex mutex =
          Mutex.tryTake(lock(notes, place))
              .orElseThrow(
                  () -> BranchTrouble.busy("another attempt is at work on " + place.branch()));
      boolean opened = false;
      try {
        var progress = Progress.read(note(notes, place), job, steps);
        var branch = new TaskBranch(place, steps, git, notes, mutex, progress);
        if (progress.landed() == null) {
          branch.openTree(home);
        }
        opened = true;
        return branch;
      } finally {
        if (!opened) {
          mutex.close();
        }
      }
    }
  }

  private void openTree(Path home) throws IOException, InterruptedException, BranchTrouble {
    Path trees = home.toRealPath().resolve("worktrees");
    Path folder = trees.resolve(place.project()).resolve(place.branch()).normalize();
    if (!folder.startsWith(trees)) {
      throw BranchTrouble.forGood("no project can be called " + place.project());
    }
    tree = Tree.open(git, folder, place.branch(), Base.of(git, place.base()).tip());
  }

  /** Where its agents work. */
  public Path folder() {
    return tree().folder();
  }

  /** How many of its steps are done. */
  public int done() {
    return progress.done().size();
  }

  /** Where this job's work has come to already: a kill came between that and the report. */
  public Optional<Landed> landed() {
    return Optional.ofNullable(progress.landed());
  }

  /** The next step is done: keeps its work, whether the agent has committed it or not. */
  public void complete(String message) throws IOException, BranchTrouble {
    tree().settle(message);
    note(progress.with(steps.get(done())));
  }

  /** Keeps unfinished work. */
  public void keep(String message) throws IOException, BranchTrouble {
    tree().settle(message);
  }

  /**
   * All is done: brings the work to where it is wanted.
   *
   * @param request runs a line in a shell; answers what went wrong, or nothing
   */
  public Landed land(Merge merge, UnaryOperator<String> request)
      throws IOException, InterruptedException, BranchTrouble {
    Landed end =
        switch (merge) {
          case DIRECT -> merged();
          case MR -> requested(request);
          case LOCAL, NONE -> new Landed(tree().head(), false);
        };
    note(progress.with(end));
    return end;
  }

  /** Merges of one repository come one after the other; a base that others move is run after. */
  private Landed merged() throws IOException, InterruptedException, BranchTrouble {
    for (int turn = 0; turn < TURNS; turn++) {
      try (var _ = Mutex.take(notes.resolve("lock"))) {
        Base base = Base.of(git, place.base());
        String tip = base.tip();
        tree().moveOnto(tip, place.base());
        String head = tree().head();
        if (head.equals(tip) || base.advance(tip, head)) {
          return new Landed(head, true);
        }
      }
    }
    throw BranchTrouble.again(place.base() + " was moved by others again and again");
  }

  private Landed requested(UnaryOperator<String> request)
      throws IOException, InterruptedException, BranchTrouble {
    if (!(Base.of(git, place.base()) instanceof RemoteBase base)) {
      throw BranchTrouble.forGood(
          "%s has no remote to push %s to".formatted(place.repository(), place.branch()));
    }
    String ref = "refs/heads/" + place.branch();
    Git.Answer pushed = git.reach("push", "--quiet", base.remote(), ref + ":" + ref);
    if (!pushed.isOk()) {
      throw BranchTrouble.again(
          "%s does not take %s: %s".formatted(base.remote(), place.branch(), pushed.complaint()));
    }
    String told = place.mrCommand();
    String command = told == null ? git.run("config", "pulse.mrCommand").out() : told;
    String wrong = command.isEmpty() ? "" : request.apply(command);
    if (!wrong.isEmpty()) {
      throw BranchTrouble.again("the command after the push: " + wrong);
    }
    return new Landed(tree().head(), false);
  }

  /**
   * Nobody will work in the worktree soon: removes it, if nothing would be lost, and with it a
   * branch whose work is in its base.
   *
   * @return the worktree that was kept
   */
  public Optional<Path> leave() throws IOException, InterruptedException {
    Tree left = tree;
    if (left == null) {
      return Optional.empty();
    }
    try (var _ = Mutex.take(notes.resolve("lock"))) {
      String tip = left.head();
      if (!left.remove(git)) {
        return Optional.of(left.folder());
      }
      tree = null;
      Landed end = progress.landed();
      if (end != null && end.merged() && end.commit().equals(tip)) {
        git.run("update-ref", "-d", "refs/heads/" + place.branch(), tip);
      }
      forget(Instant.now().minus(REMEMBERED));
      return Optional.empty();
    }
  }

  /** Gives it out of hand; the worktree stays as it is. */
  @Override
  public void close() throws IOException {
    mutex.close();
  }

  private void note(Progress next) throws IOException {
    next.write(note(notes, place));
    progress = next;
  }

  /** Notes of long ago: the jobs they were for are pruned. Nobody can take a branch meanwhile. */
  private void forget(Instant before) throws IOException {
    for (Path file : notesOlderThan(before)) {
      if (!file.toString().endsWith(".lock")) {
        Files.deleteIfExists(file);
        continue;
      }
      Optional<Mutex> free = Mutex.tryTake(file);
      if (free.isPresent()) {
        Files.deleteIfExists(file);
        free.get().close();
      }
    }
  }

  /** Those of other branches come and go while we look. */
  private List<Path> notesOlderThan(Instant before) throws IOException {
    var old = new ArrayList<Path>();
    Files.walkFileTree(
        notes.resolve("branches"),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            if (is.isRegularFile() && is.lastModifiedTime().toInstant().isBefore(before)) {
              old.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
    return old;
  }

  /** A branch's name is a path, and none of its parts ends in .lock: git sees to that. */
  private static Path note(Path notes, TaskPlace place) {
    return notes.resolve("branches").resolve(place.branch());
  }

  private static Path lock(Path notes, TaskPlace place) {
    return notes.resolve("branches").resolve(place.branch() + ".lock");
  }

  private Tree tree() {
    if (tree == null) {
      throw new IllegalStateException("the worktree has been left");
    }
    return tree;
  }
}
