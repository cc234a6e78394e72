package dev.pulse.server.run;

import java.util.Locale;

/** What became of a wait (N4). */
public enum WaitStatus {
  PENDING,
  DELIVERED,
  EXPIRED,
  /** Its run closed before anything came. */
  CLOSED;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static WaitStatus of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
