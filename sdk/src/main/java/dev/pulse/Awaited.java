package dev.pulse;

import java.time.Instant;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a signal stands for the stage that asks: not yet there, delivered, or expired.
 *
 * @param <P> what comes with it
 */
public sealed interface Awaited<P> {
  /** Answers by whichever it is. */
  <A> A fold(
      Function<? super NotYet<P>, ? extends A> notYet,
      Function<? super Delivered<P>, ? extends A> delivered,
      Function<? super Expired<P>, ? extends A> expired);

  /**
   * Nothing came; perhaps nobody was asked.
   *
   * @param signal the name
   */
  record NotYet<P>(String signal) implements Awaited<P> {
    @Override
    public <A> A fold(
        Function<? super NotYet<P>, ? extends A> notYet,
        Function<? super Delivered<P>, ? extends A> delivered,
        Function<? super Expired<P>, ? extends A> expired) {
      return notYet.apply(this);
    }
  }

  /**
   * It came.
   *
   * @param waitId the wait it answered
   * @param payload what came with it; null for none, and for an explicit null
   * @param given whether anything came with it, an explicit null included
   * @param by who sent it
   * @param at when
   */
  record Delivered<P>(
      UUID waitId, @Nullable P payload, boolean given, @Nullable String by, Instant at)
      implements Awaited<P> {
    @Override
    public <A> A fold(
        Function<? super NotYet<P>, ? extends A> notYet,
        Function<? super Delivered<P>, ? extends A> delivered,
        Function<? super Expired<P>, ? extends A> expired) {
      return delivered.apply(this);
    }
  }

  /**
   * Nobody sent it in time.
   *
   * @param waitId the wait that lapsed
   */
  record Expired<P>(UUID waitId) implements Awaited<P> {
    @Override
    public <A> A fold(
        Function<? super NotYet<P>, ? extends A> notYet,
        Function<? super Delivered<P>, ? extends A> delivered,
        Function<? super Expired<P>, ? extends A> expired) {
      return expired.apply(this);
    }
  }
}
