package dev.pulse.agents.relay;

/**
 * Something in a plan that is not as it should be.
 *
 * @param line where, counted from 1
 * @param severity whether the plan can be run all the same
 */
public record Problem(int line, Severity severity, String message) {
  /** Whether a plan can be run with it. */
  public enum Severity {
    /** The plan is not run until it is mended. */
    ERROR,
    /** The plan is run; it may not do what its author thinks. */
    WARNING
  }

  static Problem error(int line, String message) {
    return new Problem(line + 1, Severity.ERROR, message);
  }

  static Problem warning(int line, String message) {
    return new Problem(line + 1, Severity.WARNING, message);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  @Override
  public String toString() {
    return "line %d: %s".formatted(line, message);
  }
}
