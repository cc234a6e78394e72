package dev.pulse;

/** Where a run stands. */
public enum RunStatus {
  /** Some node can run or runs. */
  RUNNING,
  /** Nothing can run, and some node waits for a signal. */
  WAITING,
  /** Every node is done. */
  COMPLETED,
  /** A node failed for good. */
  FAILED,
  /** Somebody canceled it. */
  CANCELED,
  /** A newer server's word for something. */
  UNKNOWN;

  /** Whether it is over. */
  public boolean isClosed() {
    return this == COMPLETED || this == FAILED || this == CANCELED;
  }
}
