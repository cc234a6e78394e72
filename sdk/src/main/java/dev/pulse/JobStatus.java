package dev.pulse;

/** Where a job stands. */
public enum JobStatus {
  /** Not due yet. */
  SCHEDULED,
  /** May start now. */
  PENDING,
  /** Leased to a worker. */
  RUNNING,
  /** Failed, and waits for its next attempt. */
  RETRYING,
  /** Ended well. */
  COMPLETED,
  /** Failed for good, or too often. */
  DEAD_LETTERED,
  /** Ended by somebody's wish. */
  CANCELED,
  /** A state that only a newer SDK knows. */
  UNKNOWN;

  /** Whether nothing more happens to the job, unless somebody retries it by hand. */
  public boolean isFinished() {
    return this == COMPLETED || this == DEAD_LETTERED || this == CANCELED;
  }
}
