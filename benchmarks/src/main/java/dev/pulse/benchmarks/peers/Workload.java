package dev.pulse.benchmarks.peers;

/** Groups of measurements that can be asked for. */
enum Workload {
  SUBMIT,
  DRAIN,
  LATENCY,
  LOAD,
  SHAPES
}
