package dev.pulse;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs and the signals they wait for. Calls throw {@link PulseException}. */
public interface Runs {
  /** Starts a run of that kind. When this returns, it is durable. */
  <T> UUID start(RunType<T> type, T input);

  /** Starts a run of any jobs and waits. With an id that is known, nothing is done. */
  UUID start(NewRun run);

  /** The run as it stands now. */
  Run get(UUID run);

  /** One page of runs, the newest first, without their nodes and waits. */
  Page<Run> list(RunFilter filter);

  /**
   * Waits until the run is over, well or not.
   *
   * @throws PulseTimeoutException when it is not over in that time
   */
  Run await(UUID run, Duration atMost);

  /** Delivers a signal that brings nothing. Repeating it changes nothing. */
  Json signal(UUID run, String signal);

  /**
   * Delivers a signal. Repeating it changes nothing, and is answered with the original delivery.
   *
   * @param payload a {@link Json}, or anything Jackson can write; null: an explicit null
   */
  Json signal(UUID run, String signal, @Nullable Object payload);

  /** Delivers a signal with all there is to say about it. */
  Json signal(UUID run, Delivery delivery);

  /**
   * A signal on its way.
   *
   * @param signal its name
   * @param payload what it brings; null: nothing
   * @param waitId only for this wait; null: for whichever is pending
   * @param idempotencyKey a second delivery with the same is the first one again
   */
  record Delivery(
      String signal,
      @Nullable Json payload,
      @Nullable UUID waitId,
      @Nullable String idempotencyKey) {}

  /** Closes a run, its waits and its jobs. */
  Run cancel(UUID run);

  /** Starts a failed or canceled run over; what was completed is kept. */
  Run retry(UUID run);

  /** What a run waits for. */
  RunExplanation explain(UUID run);

  /** What happened to a run after an event of that number; at most 500 at once. */
  List<RunEvent> events(UUID run, int after);

  /**
   * The same, but waits until something happens.
   *
   * @return empty when nothing did in that time, or when the run is over
   */
  News news(UUID run, int after, Duration atMost);

  /**
   * What is new about a run.
   *
   * @param events what happened
   * @param over whether the run is closed and these are its last events
   */
  record News(List<RunEvent> events, boolean over) {}

  /** Waits across runs, the oldest first; with status {@code pending}, the inbox. */
  Page<Wait> waits(RunFilter filter);

  /**
   * One page of a list.
   *
   * @param items what is on it
   * @param cursor where the next page begins; null on the last page
   */
  record Page<I>(List<I> items, @Nullable String cursor) {
    /** Holds its own copy of the items. */
    public Page {
      items = List.copyOf(items);
    }

    /** Where the next page begins, for {@link RunFilter#after}; empty on the last page. */
    public Optional<String> next() {
      return Optional.ofNullable(cursor);
    }
  }
}
