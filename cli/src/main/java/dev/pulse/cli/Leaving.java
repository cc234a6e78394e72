package dev.pulse.cli;

/** Whether the worker is about to end: what is interrupted then was not canceled. */
final class Leaving {
  private volatile boolean begun;

  void begin() {
    begun = true;
  }

  boolean hasBegun() {
    return begun;
  }
}
