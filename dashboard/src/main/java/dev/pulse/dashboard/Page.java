package dev.pulse.dashboard;

/** One page, or a list and the details of what is on it. */
interface Page extends AutoCloseable {
  /** Says what is shown where, and what can be done there. */
  void on(Site site);

  /** Gives up what it holds; most hold nothing. */
  @Override
  default void close() {}
}
