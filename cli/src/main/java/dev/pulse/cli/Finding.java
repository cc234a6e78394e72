package dev.pulse.cli;

/**
 * What a check found, and what to do about it.
 *
 * @param check what was looked at, in one word
 */
record Finding(String check, Verdict verdict, String text) {
  /** Whether Pulse can work so. */
  enum Verdict {
    OK,
    WARN,
    WRONG
  }

  static Finding ok(String check, String text) {
    return new Finding(check, Verdict.OK, text);
  }

  static Finding warn(String check, String text) {
    return new Finding(check, Verdict.WARN, text);
  }

  static Finding wrong(String check, String text) {
    return new Finding(check, Verdict.WRONG, text);
  }
}
