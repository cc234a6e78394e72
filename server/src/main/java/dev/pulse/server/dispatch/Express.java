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

  /** So many results, or such old ones, go with submits that are sent early. */
  private static final int MANY = 16;

  private static final long RIPE = TimeUnit.MILLISECONDS.toNanos(2);

  /** One transaction counts for that part of how long they usually take. */
  private static final int MEMORY = 8;

  /**
   * What is on the way.
   *
   * @param hurried how many of it somebody waits for
   */
  private record Departure(int hurried, long at) {}

  private final Line line;
  private final List<Cargo<?, ?>> cargos = new ArrayList<>();
  private final List<Cargo<?, ?>> hurried = new ArrayList<>();
  private final Deque<Departure> departures = new ArrayDeque<>(2);
  private boolean isCalled;
  private long usualNanos;
  private long lastArrival = System.nanoTime();

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

  /** Something waits: it goes when the loop has heard all that there is to hear now. */
  void goOn() {
    if (!isCalled) {
      isCalled = true;
      line.atEndOfTurn(this::depart);
    }
  }

  private void depart() {
    isCalled = false;
    if (!isTime()) {
      return;
    }
    int size = 0;
    int hurrying = 0;
    boolean busy = !departures.isEmpty();
    for (Cargo<?, ?> cargo : cargos) {
      boolean hurries = hurried.contains(cargo);
      if (hurries || !busy || cargo.isRipe(MANY, RIPE)) {
        int asked = cargo.ask(line);
        size += asked;
        hurrying += hurries ? asked : 0;
      }
    }
    if (size > 0) {
      departures.add(new Departure(hurrying, System.nanoTime()));
      var _ = line.commit().thenRun(this::arrived);
    }
  }

  /**
   * While one transaction is under way the next may lie ready, so that Postgres begins with it at
   * once; if as many wait for it as for this one, for a few that follow many had better wait for
   * company. Results are in no hurry, and nobody is kept by those that are under way.
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
    return departures.size() == 1
        && usualNanos < SHORT
        && hurrying > 0
        && hurrying >= last.hurried();
  }

  /** How long it took does not include how long it lay behind another. */
  private void arrived() {
    long now = System.nanoTime();
    long begin = Math.max(departures.remove().at(), lastArrival);
    lastArrival = now;
    usualNanos += (now - begin - usualNanos) / MEMORY;
    goOn();
  }

  void close() {
    line.close();
  }
}
