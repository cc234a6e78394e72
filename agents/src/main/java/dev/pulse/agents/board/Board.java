package dev.pulse.agents.board;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A board of tasks that agents claim before they work on them (K10). The push decides: it is a
 * compare-and-set on the branch, so of two that claim at the same time one is refused, looks again
 * and takes the next task.
 */
public final class Board {
  /** Each lost push is somebody else's won one, so this many mean that something is wrong. */
  private static final int MOST_TRIES = 1000;

  private static final int MOST_REFUSALS = 5;
  private static final int LONGEST_PAUSE = 50;

  private final Clone clone;

  private Board(Clone clone) {
    this.clone = clone;
  }

  /**
   * The board in that file.
   *
   * @param file the board in a git working copy, {@code board.org}
   */
  public static Board at(Path file) {
    return new Board(Clone.of(file, Map.of()));
  }

  /** What the board says now, for everybody. */
  public List<Task> tasks() {
    return locked(() -> BoardFile.read(clone.board(clone.newest())).tasks());
  }

  /** Tasks that two agents took, as far as the board and its history show it. */
  public List<DoubleClaim> doubleClaims() {
    return locked(
        () -> {
          String head = clone.newest();
          var found = new LinkedHashSet<>(BoardFile.read(clone.board(head)).doubleClaims());
          found.addAll(History.of(clone, head).doubleClaims());
          return List.copyOf(found);
        });
  }

  /**
   * Claims a task: when this returns, the claim has been pushed.
   *
   * @param id which; null: the first that is NEXT
   */
  public Claim claim(String agent, @Nullable String id) {
    return locked(() -> change(board -> claimable(board, id), agent));
  }

  /** Says that a task is done; whoever claimed it may. */
  public Claim done(String agent, String id) {
    return locked(() -> change(board -> finishable(board, id, agent), agent));
  }

  /** What to do to a task, or why nothing can be done. */
  private sealed interface Wish {
    record Move(Task task, String status, String verb) implements Wish {}

    record No(Claim why) implements Wish {}
  }

  private interface Decision {
    Wish on(BoardFile board);
  }

  private static Wish claimable(BoardFile board, @Nullable String id) {
    Optional<Task> task =
        board.first(t -> id == null ? t.status().equals(Task.NEXT) : t.id().equals(id));
    if (task.isEmpty()) {
      return new Wish.No(new Claim.NotFound(id == null ? "no task is NEXT" : "no task " + id));
    }
    return task.get().status().equals(Task.NEXT)
        ? new Wish.Move(task.get(), Task.DOING, "claim")
        : new Wish.No(new Claim.Taken(task.get()));
  }

  private static Wish finishable(BoardFile board, String id, String agent) {
    Optional<Task> task = board.first(t -> t.id().equals(id));
    if (task.isEmpty()) {
      return new Wish.No(new Claim.NotFound("no task " + id));
    }
    boolean own = task.get().isHeld() && agent.equals(task.get().agent());
    return own
        ? new Wish.Move(task.get(), Task.DONE, "done")
        : new Wish.No(new Claim.Taken(task.get()));
  }

  private Claim change(Decision decision, String agent) throws IOException {
    int refusals = 0;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      String head = clone.newest();
      var board = BoardFile.read(clone.board(head));
      switch (decision.on(board)) {
        case Wish.No(Claim why) -> {
          return why;
        }
        case Wish.Move(Task task, String status, String verb) -> {
          byte[] changed = board.with(task, status, agent);
          String message = "%s: %s (%s)".formatted(verb, task.id(), agent);
          String commit = clone.commit(head, changed, agent, message);
          Optional<String> refusal = clone.publish(head, commit);
          if (refusal.isEmpty()) {
            return made(head, commit, task, status, agent);
          }
          refusals = clone.newest().equals(head) ? refusals + 1 : 0;
          if (refusals > MOST_REFUSALS) {
            throw new BoardTrouble("the push is refused: " + refusal.get());
          }
          pause();
        }
      }
    }
    throw new BoardTrouble("lost " + MOST_TRIES + " pushes in a row");
  }

  private Claim made(String head, String commit, Task task, String status, String agent) {
    boolean followed = clone.follow(head, commit);
    return new Claim.Made(
        new Task(task.id(), task.title(), status, agent, task.line()),
        commit,
        followed ? "" : "the working copy here has changes of its own and was left as it is");
  }

  /** Those who lost together do not come back together. */
  private static void pause() {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(LONGEST_PAUSE));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BoardTrouble("interrupted");
    }
  }

  private interface Work<T> {
    T run() throws IOException;
  }

  /** Those who share a working copy take turns; those with one each need not. */
  private <T> T locked(Work<T> work) {
    try (var channel =
        FileChannel.open(clone.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock lock = taken(channel);
      try {
        return work.run();
      } finally {
        lock.release();
      }
    } catch (IOException e) {
      throw new BoardTrouble("cannot write: " + e);
    }
  }

  /** The operating system makes processes wait; threads of one process are told to come back. */
  private static FileLock taken(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException e) {
        pause();
      }
    }
  }
}
