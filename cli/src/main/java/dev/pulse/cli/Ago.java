package dev.pulse.cli;

import java.time.Duration;
import java.time.Instant;

/** Times as people tell them: {@code 5m ago}, {@code in 2h}. */
final class Ago {
  private Ago() {}

  static String of(Instant time, Instant now) {
    Duration age = Duration.between(time, now);
    if (age.abs().compareTo(Duration.ofSeconds(1)) < 0) {
      return "now";
    }
    return age.isNegative() ? "in " + length(age.negated()) : length(age) + " ago";
  }

  /** The largest unit is enough to judge by. */
  static String length(Duration length) {
    if (length.toDays() >= 2) {
      return length.toDays() + "d";
    }
    if (length.toHours() >= 2) {
      return length.toHours() + "h";
    }
    if (length.toMinutes() >= 2) {
      return length.toMinutes() + "m";
    }
    return length.toSeconds() + "s";
  }
}
