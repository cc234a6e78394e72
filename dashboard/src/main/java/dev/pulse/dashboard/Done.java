package dev.pulse.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * What an action has done.
 *
 * @param message one sentence for whoever did it
 * @param next the page to go to; null: stay
 */
record Done(String message, @Nullable String next) {
  static Done of(String message) {
    return new Done(message, null);
  }

  static Done of(String message, String next) {
    return new Done(message, next);
  }
}
