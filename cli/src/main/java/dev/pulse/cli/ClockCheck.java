package dev.pulse.cli;

import java.time.Duration;
import java.time.Instant;

/** Compares the clock of this machine with another's. */
final class ClockCheck {
  private static final Duration NOTICEABLE = Duration.ofSeconds(2);
  private static final Duration HARMFUL = Duration.ofSeconds(30);

  private ClockCheck() {}

  /** Their clock was read at some time between before and after. */
  static Finding between(String whose, Instant theirs, Instant before, Instant after) {
    Duration off = Duration.ZERO;
    if (theirs.isBefore(before)) {
      off = Duration.between(theirs, before);
    } else if (theirs.isAfter(after)) {
      off = Duration.between(after, theirs);
    }
    String text = "%d ms off that of %s".formatted(off.toMillis(), whose);
    if (off.compareTo(HARMFUL) > 0) {
      return Finding.wrong("clock", text + ": let NTP set both");
    }
    return off.compareTo(NOTICEABLE) > 0
        ? Finding.warn("clock", text + ": let NTP set both")
        : Finding.ok("clock", text);
  }
}
