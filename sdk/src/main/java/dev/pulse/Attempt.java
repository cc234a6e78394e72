package dev.pulse;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One try at a job.
 *
 * @param number counts from 1
 * @param worker the name of the worker that had it
 * @param startedAt when it began
 * @param endedAt when it ended; null while it is under way
 * @param outcome SUCCEEDED, FAILED, FAILED_FOR_GOOD, SNOOZED, LOST, RELEASED or CANCELED; null
 *     while it is under way
 * @param error why it failed
 * @param result what the handler answered, whether it was done or failed
 * @param late what was reported after the attempt had been given up
 */
public record Attempt(
    int number,
    String worker,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String outcome,
    @Nullable String error,
    @Nullable Json result,
    @Nullable LateReport late) {

  /**
   * A report that came too late to change the job, kept so that the work is not thrown away.
   *
   * @param at when it came
   * @param outcome what it said
   * @param result what the handler had answered
   * @param error why the handler had failed
   */
  public record LateReport(
      Instant at, String outcome, @Nullable Json result, @Nullable String error) {}
}
