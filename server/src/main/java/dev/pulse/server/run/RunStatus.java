package dev.pulse.server.run;

import java.util.Locale;

/** Where a run stands (N2). */
public enum RunStatus {
  RUNNING,
  /** Nothing can run, and some node waits for a signal. */
  WAITING,
  COMPLETED,
  FAILED,
  CANCELED;

  public boolean isClosed() {
    return this != RUNNING && this != WAITING;
  }

  /** As it is written in the database and outside. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RunStatus of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
