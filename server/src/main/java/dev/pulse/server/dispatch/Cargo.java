package dev.pulse.server.dispatch;

import dev.pulse.server.postgres.Line;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One kind of things that go by an {@link Express}. What is large, what the line is no way for,
 * what waits too long and what fails goes by the lanes of a {@link Batcher}.
 */
final class Cargo<I, O> {
  private static final Logger log = LoggerFactory.getLogger(Cargo.class);

  /** Longer ones are looked through by a thread that has nothing else to do. */
  private static final int LONGEST = 16 << 10;

  /** Asks the line. */
  interface Question<I, O> {
    /** Null: not for the line; an empty answer: they were not taken, or not all of them. */
    @Nullable CompletableFuture<List<O>> ask(Line line, List<I> inputs);
  }

  private record Item<I, O>(List<I> inputs, CompletableFuture<List<O>> answer) {}

  private final Express express;
  private final int most;
  private final ToIntFunction<I> length;
  private final Question<I, O> question;
  private final Function<List<I>, CompletableFuture<List<O>>> lanes;
  private final Queue<Item<I, O>> queue = new ArrayDeque<>();
  private int waiting;
  private long waitingSince;

  Cargo(
      Express express,
      int most,
      ToIntFunction<I> length,
      Question<I, O> question,
      Function<List<I>, CompletableFuture<List<O>>> lanes) {
    this.express = express;
    this.most = most;
    this.length = length;
    this.question = question;
    this.lanes = lanes;
  }

  /** Null: this thread has none that it may use now. */
  static <I, O> @Nullable Cargo<I, O> open(List<Cargo<I, O>> all) {
    for (Cargo<I, O> each : all) {
      if (each.express.isOpen()) {
        return each;
      }
    }
    return null;
  }

  CompletableFuture<List<O>> add(List<I> inputs) {
    if (waiting + inputs.size() > most || !areShort(inputs)) {
      return lanes.apply(inputs);
    }
    var item = new Item<I, O>(inputs, new CompletableFuture<>());
    if (queue.isEmpty()) {
      waitingSince = System.nanoTime();
    }
    queue.add(item);
    waiting += inputs.size();
    express.goOn();
    return item.answer();
  }

  private boolean areShort(List<I> inputs) {
    int sum = 0;
    for (I input : inputs) {
      sum += length.applyAsInt(input);
    }
    return sum <= LONGEST;
  }

  int waiting() {
    return waiting;
  }

  /** Whether it has waited for as many as it is worth waiting for, or for so long. */
  boolean isRipe(int count, long nanos) {
    return waiting >= count || (waiting > 0 && System.nanoTime() - waitingSince > nanos);
  }

  /** Asks the line about all that waits; answers about how many it was asked. */
  int ask(Line line) {
    if (queue.isEmpty()) {
      return 0;
    }
    List<Item<I, O>> items = List.copyOf(queue);
    int size = waiting;
    queue.clear();
    waiting = 0;
    CompletableFuture<List<O>> asked = asked(line, items);
    if (asked == null) {
      items.forEach(this::goByLanes);
      return 0;
    }
    var _ = asked.whenComplete((all, failure) -> answered(items, all, failure));
    return size;
  }

  private @Nullable CompletableFuture<List<O>> asked(Line line, List<Item<I, O>> items) {
    try {
      return line.isOpen() ? question.ask(line, joined(items)) : null;
    } catch (RuntimeException e) {
      log.debug("the lanes will tell whom it concerns", e);
      return null;
    }
  }

  private List<I> joined(List<Item<I, O>> items) {
    if (items.size() == 1) {
      return items.getFirst().inputs();
    }
    var joined = new ArrayList<I>();
    items.forEach(item -> joined.addAll(item.inputs()));
    return joined;
  }

  /** What failed may have been taken all the same: the lanes know it again. */
  private void answered(
      List<Item<I, O>> items, @Nullable List<O> all, @Nullable Throwable failure) {
    if (all == null || all.isEmpty()) {
      log.debug("not taken by the line", failure);
      items.forEach(this::goByLanes);
      return;
    }
    int at = 0;
    for (Item<I, O> item : items) {
      int end = at + item.inputs().size();
      item.answer().complete(List.copyOf(all.subList(at, end)));
      at = end;
    }
  }

  private void goByLanes(Item<I, O> item) {
    var _ =
        lanes
            .apply(item.inputs())
            .whenComplete(
                (outputs, failure) -> {
                  if (failure == null) {
                    item.answer().complete(outputs);
                  } else {
                    item.answer().completeExceptionally(failure);
                  }
                });
  }
}
