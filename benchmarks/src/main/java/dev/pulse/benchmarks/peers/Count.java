package dev.pulse.benchmarks.peers;

/** So many jobs in such a time. */
record Count(long jobs, long nanos) {
  double perSecond() {
    return jobs == 0 ? 0 : jobs * 1e9 / nanos;
  }
}
