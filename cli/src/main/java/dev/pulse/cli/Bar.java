package dev.pulse.cli;

import java.util.Locale;

/** How far something has come, as a line that people watch. */
final class Bar {
  private static final int WIDTH = 24;

  private Bar() {}

  /** {@code submitting [######------------------] 2,500 of 10,000}. */
  static String of(String what, long done, long total) {
    long reached = Math.min(Math.max(done, 0), total);
    int full = total == 0 ? WIDTH : (int) (reached * WIDTH / total);
    return String.format(
        Locale.ROOT,
        "%s [%s%s] %,d of %,d",
        what,
        "#".repeat(full),
        "-".repeat(WIDTH - full),
        reached,
        total);
  }
}
