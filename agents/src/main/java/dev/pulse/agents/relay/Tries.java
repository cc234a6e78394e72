package dev.pulse.agents.relay;

/**
 * What the {@code **Attempt:**} line of a component says. It stands in the file because the files
 * alone have to rebuild everything: which attempt is under way, and how often it was healed (R10).
 *
 * @param number the attempt that was started last; 0 for none
 * @param healed how many attempts were orphaned since the component was last set PENDING by hand
 */
record Tries(int number, int healed) {
  static final Tries NONE = new Tries(0, 0);

  Tries started(int attempt) {
    return new Tries(attempt, healed);
  }

  Tries orphaned() {
    return new Tries(number, healed + 1);
  }

  /** With the whole budget of heals before it again. */
  Tries settled() {
    return new Tries(number, 0);
  }

  @Override
  public String toString() {
    return healed == 0 ? String.valueOf(number) : "%d (healed %d)".formatted(number, healed);
  }
}
