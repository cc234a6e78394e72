package dev.pulse.benchmarks.peers;

/** What stands around the jobs that are drained. */
enum Shape {
  /** Nothing else. */
  PLAIN,
  /** Many more jobs behind them that are not due. */
  NOT_DUE,
  /** Many more jobs before them that wait for a limit which is used up. */
  LIMITED,
  /** They are spread over many topics. */
  TOPICS,
  /** They are taken by many workers. */
  WORKERS
}
