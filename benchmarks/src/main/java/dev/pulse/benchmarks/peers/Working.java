package dev.pulse.benchmarks.peers;

/** Workers at work; closing them ends what they have begun. */
@FunctionalInterface
interface Working extends AutoCloseable {
  @Override
  void close();
}
