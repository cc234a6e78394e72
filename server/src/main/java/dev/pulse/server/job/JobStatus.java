package dev.pulse.server.job;

/** Where a job stands (J2). */
public enum JobStatus {
  /** Not due yet. */
  SCHEDULED,
  /** May start now. */
  PENDING,
  /** Leased to a worker. */
  RUNNING,
  /** Failed, and waits for its next attempt. */
  RETRYING,
  COMPLETED,
  DEAD_LETTERED,
  CANCELED;

  /** Nothing more happens to it, unless somebody retries it by hand. */
  public boolean isFinished() {
    return this == COMPLETED || this == DEAD_LETTERED || this == CANCELED;
  }
}
