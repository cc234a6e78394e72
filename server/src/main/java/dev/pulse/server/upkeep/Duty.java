package dev.pulse.server.upkeep;

/** One bounded step of work that is never finished. */
public interface Duty {
  /** Answers how much it did; 0 means there is nothing to do for now. */
  int runOnce() throws InterruptedException;
}
