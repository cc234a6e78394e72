package dev.pulse.cli;

import org.jspecify.annotations.Nullable;

/** What values may be. The server has the same rules; these name the option and send nothing. */
final class Bounds {
  static final int LONGEST_NAME = 200;
  static final int LONGEST_KEY = 500;

  private Bounds() {}

  static void range(String option, @Nullable Integer value, int least, int most) {
    if (value != null && (value < least || value > most)) {
      throw Misuse.option(option, "%d is not between %d and %d".formatted(value, least, most));
    }
  }

  static void text(String option, @Nullable String value, int longest) {
    if (value == null) {
      return;
    }
    if (value.isEmpty() || value.length() > longest) {
      throw Misuse.option(
          option, "it has 1 to %d characters, not %d".formatted(longest, value.length()));
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw Misuse.option(option, "it has a control character");
    }
  }
}
