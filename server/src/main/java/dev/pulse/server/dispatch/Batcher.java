package dev.pulse.server.dispatch;

import dev.pulse.server.postgres.DatabaseFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Natural batching: what arrives while a flush is under way becomes the next one. Nobody waits for
 * a batch to fill; under load batches grow by themselves, and whoever asked is answered after the
 * commit.
 */
public final class Batcher<I, O> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Batcher.class);

  /** Larger batches gain nothing and make everybody in them wait. */
  static final int MOST = 1000;

  private record Item<I, O>(List<I> inputs, CompletableFuture<List<O>> answer) {}

  private final BlockingQueue<Item<I, O>> queue = new LinkedBlockingQueue<>();
  private final List<Thread> lanes = new ArrayList<>();
  private final Function<List<I>, List<O>> flush;
  private final int most;
  private volatile boolean closed;

  /**
   * @param lanes how many flushes may be under way at once; two let one prepare while one commits
   * @param most how many inputs one flush takes, unless a single request has more
   * @param flush answers one output per input, in order
   */
  public Batcher(String name, int lanes, int most, Function<List<I>, List<O>> flush) {
    this.flush = flush;
    this.most = most;
    for (int lane = 0; lane < lanes; lane++) {
      // Not virtual: one that waits for a socket is woken by way of two others.
      this.lanes.add(Thread.ofPlatform().daemon().name(name + "-" + lane).start(this::run));
    }
  }

  /** The inputs of one request stay together: all of them or none. */
  public CompletableFuture<List<O>> add(List<I> inputs) {
    if (inputs.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    if (closed) {
      return CompletableFuture.failedFuture(new RejectedExecutionException("shutting down"));
    }
    var answer = new CompletableFuture<List<O>>();
    queue.add(new Item<>(inputs, answer));
    return answer;
  }

  private void run() {
    @Nullable Item<I, O> carried = null;
    boolean open = true;
    while (open || carried != null) {
      var items = new ArrayList<Item<I, O>>();
      @Nullable Item<I, O> next = carried == null ? taken() : carried;
      int size = 0;
      carried = null;
      while (next != null) {
        if (next.inputs().isEmpty()) {
          open = false;
          break;
        }
        if (size > 0 && size + next.inputs().size() > most) {
          carried = next;
          break;
        }
        items.add(next);
        size += next.inputs().size();
        next = queue.poll();
      }
      if (!items.isEmpty()) {
        answer(items);
      }
    }
  }

  private Item<I, O> taken() {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException e) {
        log.debug("lanes end by close() alone: an interrupt would tear the connection of a flush");
      }
    }
  }

  private void answer(List<Item<I, O>> items) {
    var inputs = new ArrayList<I>();
    items.forEach(item -> inputs.addAll(item.inputs()));
    try {
      List<O> outputs = flush.apply(inputs);
      int at = 0;
      for (Item<I, O> item : items) {
        int end = at + item.inputs().size();
        item.answer().complete(List.copyOf(outputs.subList(at, end)));
        at = end;
      }
    } catch (RuntimeException e) {
      if (items.size() > 1 && e instanceof DatabaseFailure failure && failure.isOfTheInput()) {
        // One request spoiled it for the others: each gets its own verdict.
        items.forEach(item -> answer(List.of(item)));
      } else {
        items.forEach(item -> item.answer().completeExceptionally(e));
      }
    }
  }

  /** What was added is flushed; then the lanes end. */
  @Override
  public void close() {
    closed = true;
    for (int lane = 0; lane < lanes.size(); lane++) {
      queue.add(new Item<>(List.of(), new CompletableFuture<>()));
    }
    for (Thread lane : lanes) {
      try {
        lane.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
