package dev.pulse.benchmarks.peers;

/** What is measured. */
enum Measure {
  SUBMIT_1("submit, 1 thread", true),
  SUBMIT_8("submit, 8 threads", true),
  SUBMIT_64("submit, 64 threads", true),
  BATCH("batch submit", true),
  DRAIN("drain", true),
  CALL_P50("call→start p50", false),
  CALL_P99("call→start p99", false),
  COMMIT_P50("commit→start p50", false),
  COMMIT_P99("commit→start p99", false),
  LOADED_P50("at half load, call→start p50", false),
  LOADED_P99("at half load, call→start p99", false),
  BACKLOG("drain of a long backlog", true),
  HELD("the same, an old snapshot held", true),
  NOT_DUE("drain beside jobs not yet due", true),
  LIMITED("drain beside jobs behind a saturated limit", true),
  TOPICS("drain over many topics", true),
  WORKERS("drain by many workers", true);

  final String title;
  final boolean rate;

  /**
   * @param rate jobs per second; else milliseconds
   */
  Measure(String title, boolean rate) {
    this.title = title;
    this.rate = rate;
  }
}
