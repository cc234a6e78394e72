package dev.pulse;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** A hold on one job. */
public interface JobHandle {
  /** The job's id. */
  UUID id();

  /**
   * Whether the submit found the job already there: an unfinished one with the same unique key, or
   * one with the same id.
   */
  boolean existing();

  /** The job as it stands now. */
  Job get();

  /**
   * Waits until the job has finished, well or not.
   *
   * @return the finished job
   * @throws PulseTimeoutException when it has not finished in that time
   */
  Job await(Duration atMost);

  /**
   * Cancels the job: at once while it waits, by interrupting its handler while it runs.
   *
   * @return the job as it stands then
   * @throws PulseException CONFLICT when it has already finished
   */
  Job cancel();

  /**
   * The result of the completed job; empty when its handler answered none.
   *
   * @param type what to read it into
   * @throws PulseException CONFLICT when the job has not completed
   */
  <T> Optional<T> result(Class<T> type);
}
