package dev.pulse;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a stage of a run. A stage that suspends is entered again from the top when its
 * signal has come: what it has done it finds in {@link #memory} and behind {@link #once}.
 *
 * @param <T> what the run was started with
 */
public interface Stage<T> {
  /** What the run was started with. */
  T input();

  /** The run. */
  UUID runId();

  /** The stage's name. */
  String name();

  /** The attempt. */
  JobContext job();

  /** What a stage before this one answered; empty when it answered nothing. */
  <R> Optional<R> result(String stage, Class<R> type);

  /** How a signal stands that this stage asked for. */
  <P> Awaited<P> signal(Signal<P> signal);

  /**
   * Commits the wait for a signal, before anybody is asked: an answer that comes before the stage
   * suspends is not lost. Arming twice is arming once.
   *
   * @param expiresIn null: never
   */
  Wait arm(Signal<?> signal, @Nullable Duration expiresIn);

  /**
   * The same, with a question for whoever is to answer.
   *
   * @param expiresIn null: never
   */
  Wait arm(Signal<?> signal, @Nullable Duration expiresIn, String question);

  /** What this stage remembers. */
  Memory memory();

  /**
   * What all stages of the run remember. A stage that writes what another one wrote meanwhile is
   * run again.
   */
  Memory shared();

  /** Something done. */
  @FunctionalInterface
  interface Action {
    /** Does it. */
    void run() throws Exception;
  }

  /**
   * Does this once, however often the stage is entered: at least once if the worker dies between
   * the deed and the outcome, with which the memory of it is kept.
   */
  void once(String name, Action action) throws Exception;

  /** The same, with an answer that is remembered too. */
  <V> V once(String name, Class<V> type, Callable<V> action) throws Exception;

  /**
   * What runs a stage.
   *
   * @param <T> what the run was started with
   */
  @FunctionalInterface
  interface Handler<T> {
    /** Runs one attempt. Whatever it throws is a failed attempt. */
    Outcome handle(Stage<T> stage) throws Exception;
  }
}
