package dev.pulse.server.dispatch;

import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.postgres.Line;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way in without a thread of its own: an event loop that reads submits tells Postgres of them
 * itself, all that came while the last statement was under way by the next one. What is large or
 * not plain, what waits too long and what fails goes by the lanes of the {@link Batcher}. Used by
 * its loop alone.
 */
final class Express {
  private static final Logger log = LoggerFactory.getLogger(Express.class);

  /** More than that are better shared by the lanes. */
  private static final int MOST = 256;

  /** Longer ones are looked through by a thread that has nothing else to do. */
  private static final int LONGEST = 16 << 10;

  /** A statement that takes longer is stuck, or the disk is slow: two are better than one then. */
  private static final long LONG = TimeUnit.MILLISECONDS.toNanos(10);

  private record Item(List<NewJob> jobs, CompletableFuture<List<Submitted>> answer) {}

  private final Line line;
  private final BiFunction<Line, List<NewJob>, @Nullable CompletableFuture<List<Submitted>>> flush;
  private final Function<List<NewJob>, CompletableFuture<List<Submitted>>> lanes;
  private final Queue<Item> queue = new ArrayDeque<>();
  private int waiting;
  private boolean busy;
  private long busySince;

  /**
   * @param flush null: not for the line; an empty answer: nothing was taken
   */
  Express(
      Line line,
      BiFunction<Line, List<NewJob>, @Nullable CompletableFuture<List<Submitted>>> flush,
      Function<List<NewJob>, CompletableFuture<List<Submitted>>> lanes) {
    this.line = line;
    this.flush = flush;
    this.lanes = lanes;
  }

  /** Whether whoever asks this may add something now. */
  boolean isOpen() {
    return line.isOpen() && !(busy && System.nanoTime() - busySince > LONG);
  }

  CompletableFuture<List<Submitted>> add(List<NewJob> jobs) {
    if (waiting + jobs.size() > MOST || !areShort(jobs)) {
      return lanes.apply(jobs);
    }
    var item = new Item(jobs, new CompletableFuture<>());
    queue.add(item);
    waiting += jobs.size();
    goOn();
    return item.answer();
  }

  void close() {
    line.close();
  }

  private static boolean areShort(List<NewJob> jobs) {
    int length = 0;
    for (NewJob job : jobs) {
      length += job.args().length();
    }
    return length <= LONGEST;
  }

  private void goOn() {
    while (!busy && !queue.isEmpty()) {
      List<Item> items = List.copyOf(queue);
      queue.clear();
      waiting = 0;
      CompletableFuture<List<Submitted>> submitted = flushed(items);
      if (submitted == null) {
        items.forEach(this::goByLanes);
      } else {
        busy = true;
        busySince = System.nanoTime();
        var _ = submitted.whenComplete((all, failure) -> answered(items, all, failure));
      }
    }
  }

  private @Nullable CompletableFuture<List<Submitted>> flushed(List<Item> items) {
    try {
      return line.isOpen() ? flush.apply(line, joined(items)) : null;
    } catch (RuntimeException e) {
      log.debug("the lanes will tell whom it concerns", e);
      return null;
    }
  }

  private static List<NewJob> joined(List<Item> items) {
    if (items.size() == 1) {
      return items.getFirst().jobs();
    }
    var jobs = new ArrayList<NewJob>();
    items.forEach(item -> jobs.addAll(item.jobs()));
    return jobs;
  }

  /** What failed may have been taken all the same: the lanes know a job by its id. */
  private void answered(
      List<Item> items, @Nullable List<Submitted> all, @Nullable Throwable failure) {
    busy = false;
    if (all == null || all.isEmpty()) {
      log.debug("not taken by the line", failure);
      items.forEach(this::goByLanes);
    } else {
      int at = 0;
      for (Item item : items) {
        int end = at + item.jobs().size();
        item.answer().complete(List.copyOf(all.subList(at, end)));
        at = end;
      }
    }
    goOn();
  }

  private void goByLanes(Item item) {
    var _ =
        lanes
            .apply(item.jobs())
            .whenComplete(
                (submitted, failure) -> {
                  if (failure == null) {
                    item.answer().complete(submitted);
                  } else {
                    item.answer().completeExceptionally(failure);
                  }
                });
  }
}
