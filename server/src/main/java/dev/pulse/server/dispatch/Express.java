package dev.pulse.server.dispatch;

import dev.pulse.server.postgres.Line;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The way without a thread of its own: an event loop tells Postgres itself what it heard, all that
 * came while others were under way by one transaction, whatever it is about. Used by its loop
 * alone.
 */
final class Express {
  /**
   * A transaction that takes longer is stuck, or the disk is slow: two are better than one then.
   */
  private static final long LONG = TimeUnit.MILLISECONDS.toNanos(10);

  /** Where transactions take longer, it is better to wait for company than for a hop less. */
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(1);

  /** One transaction counts for that part of how long they usually take. */
  private static final int MEMORY = 8;

  /** What is on the way. */
  private record Departure(int size, long at) {}

  private final Line line;
  private final List<Cargo<?, ?>> cargos = new ArrayList<>();
  private final List<Cargo<?, ?>> hurried = new ArrayList<>();
  private final Deque<Departure> departures = new ArrayDeque<>(2);
  private long usualNanos;

  Express(Line line) {
    this.line = line;
  }

  /**
   * One more thing that goes by it.
   *
   * @param most of them at once; others are better shared by the lanes
   * @param length of one
   */
  <I, O> Cargo<I, O> carry(
      int most,
      ToIntFunction<I> length,
      Cargo.Question<I, O> question,
      Function<List<I>, CompletableFuture<List<O>>> lanes) {
    var cargo = new Cargo<>(this, most, length, question, lanes);
    cargos.add(cargo);
    return cargo;
  }

  /** Somebody waits for these: they are sent on their way while others are still under way. */
  void hurryFor(Cargo<?, ?> cargo) {
    hurried.add(cargo);
  }

  /** Whether whoever asks this may add something now. */
  boolean isOpen() {
    Departure oldest = departures.peek();
    return line.isOpen() && (oldest == null || System.nanoTime() - oldest.at() < LONG);
  }

  /** Something waits. */
  void goOn() {
    if (!isTime()) {
      return;
    }
    int size = 0;
    for (Cargo<?, ?> cargo : cargos) {
      size += cargo.ask(line);
    }
    if (size > 0) {
      departures.add(new Departure(size, System.nanoTime()));
      var _ = line.commit().thenRun(this::arrived);
    }
  }

  /**
   * While one transaction is under way the next may lie ready, so that Postgres begins with it at
   * once; if it is no smaller, for a few that follow many had better wait for company.
   */
  private boolean isTime() {
    Departure last = departures.peek();
    if (last == null) {
      return true;
    }
    int hurrying = 0;
    for (Cargo<?, ?> cargo : hurried) {
      hurrying += cargo.waiting();
    }
    return departures.size() == 1 && usualNanos < SHORT && hurrying > 0 && hurrying >= last.size();
  }

  private void arrived() {
    usualNanos += (System.nanoTime() - departures.remove().at() - usualNanos) / MEMORY;
    goOn();
  }

  void close() {
    line.close();
  }
}
