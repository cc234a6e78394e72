package dev.pulse.cli;

/** A command that was asked for wrongly, found out after its options had been read (C3: exit 2). */
final class Misuse extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Misuse(String message) {
    super(message);
  }

  /** An option whose value is none, and what it takes. */
  static Misuse option(String option, String rule) {
    String kind = option.startsWith("-") ? "option" : "parameter";
    return new Misuse("Invalid value for %s '%s': %s".formatted(kind, option, rule));
  }
}
