package dev.pulse.server.dispatch;

import dev.pulse.server.postgres.DatabaseFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Natural batching: what arrives while a flush is under way becomes the next one. Nobody waits for
 * a batch to fill; under load batches grow by themselves, and whoever asked is answered after the
 * commit.
 *
 * <p>The first lane does it all, so that batches are large and its connection stays warm. The
 * others help when a whole batch waits already, or when a flush takes long.
 */
public final class Batcher<I, O> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Batcher.class);

  /** Larger batches gain nothing and make everybody in them wait. */
  static final int MOST = 1000;

  private static final long LONG = TimeUnit.MILLISECONDS.toNanos(10);

  /** Less than it takes to fall asleep and be woken again. */
  private static final long GLANCE = TimeUnit.MICROSECONDS.toNanos(60);

  private record Item<I, O>(List<I> inputs, CompletableFuture<List<O>> answer) {}

  private final Lock lock = new ReentrantLock();
  private final Condition first = lock.newCondition();
  private final Condition help = lock.newCondition();
  private final Deque<Item<I, O>> queue = new ArrayDeque<>();
  private final List<Thread> lanes = new ArrayList<>();
  private final Function<List<I>, List<O>> flush;
  private final int most;
  private int waiting;
  private volatile boolean empty = true;
  private boolean expecting;
  private boolean busy;
  private long busySince;
  private int asleep;
  private boolean closed;

  /**
   * @param lanes how many flushes may be under way at once; two let one prepare while one commits
   * @param most how many inputs one flush takes, unless a single request has more
   * @param flush answers one output per input, in order
   */
  public Batcher(String name, int lanes, int most, Function<List<I>, List<O>> flush) {
    this.flush = flush;
    this.most = most;
    for (int lane = 0; lane < lanes; lane++) {
      Runnable loop = lane == 0 ? this::lead : this::assist;
      // Not virtual: one that waits for a socket is woken by way of two others.
      this.lanes.add(Thread.ofPlatform().daemon().name(name + "-" + lane).start(loop));
    }
  }

  /** The inputs of one request stay together: all of them or none. */
  public CompletableFuture<List<O>> add(List<I> inputs) {
    if (inputs.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    var item = new Item<I, O>(inputs, new CompletableFuture<>());
    return locked(() -> enqueue(item))
        ? item.answer()
        : CompletableFuture.failedFuture(new RejectedExecutionException("shutting down"));
  }

  /** Something is about to be added: whoever will take it wakes up while it is being read. */
  void expect() {
    lock.lock();
    try {
      if (!busy && queue.isEmpty()) {
        expecting = true;
        first.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean enqueue(Item<I, O> item) {
    if (closed) {
      return false;
    }
    queue.add(item);
    empty = false;
    waiting += item.inputs().size();
    if (!busy) {
      first.signal();
    } else if (asleep > 0 || needsHelp()) {
      help.signal();
    }
    return true;
  }

  private boolean needsHelp() {
    return waiting >= most || (waiting > 0 && System.nanoTime() - busySince > LONG);
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  private void lead() {
    for (var items = locked(this::next); !items.isEmpty(); items = locked(this::next)) {
      answer(items);
    }
  }

  private List<Item<I, O>> next() {
    busy = false;
    while (queue.isEmpty() && !closed) {
      if (expecting) {
        lookOut();
      } else {
        first.awaitUninterruptibly(); // an interrupt would tear the connection of a flush
      }
    }
    expecting = false;
    busy = true;
    busySince = System.nanoTime();
    List<Item<I, O>> taken = batch();
    if (waiting > 0) {
      help.signal(); // came before we were at work, and nobody was told
    }
    return taken;
  }

  /** Who fell asleep again now would only be woken again. */
  private void lookOut() {
    expecting = false;
    lock.unlock();
    try {
      long end = System.nanoTime() + GLANCE;
      while (empty && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    } finally {
      lock.lock();
    }
  }

  private void assist() {
    for (var items = locked(this::surplus); !items.isEmpty(); items = locked(this::surplus)) {
      answer(items);
    }
  }

  /** Looks again and again while the first lane is at work, and sleeps while it is not. */
  private List<Item<I, O>> surplus() {
    while (!closed && !(busy && needsHelp())) {
      try {
        if (busy) {
          var _ = help.awaitNanos(LONG);
        } else {
          asleep++;
          help.awaitUninterruptibly();
          asleep--;
        }
      } catch (InterruptedException e) {
        log.debug("lanes end by close() alone");
      }
    }
    return batch();
  }

  private List<Item<I, O>> batch() {
    var items = new ArrayList<Item<I, O>>();
    int size = 0;
    for (var item = queue.peek(); item != null; item = queue.peek()) {
      if (size > 0 && size + item.inputs().size() > most) {
        break;
      }
      items.add(queue.remove());
      size += item.inputs().size();
    }
    waiting -= size;
    empty = queue.isEmpty();
    return items;
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
    var _ =
        locked(
            () -> {
              closed = true;
              first.signalAll();
              help.signalAll();
              return true;
            });
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
