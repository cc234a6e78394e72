package dev.pulse.cli;

import dev.pulse.Limit;
import java.time.Instant;

/** A limit in words. */
final class LimitText {
  private LimitText() {}

  static String running(Limit limit) {
    return limit.maxRunning() == null
        ? limit.running() + ""
        : limit.running() + "/" + limit.maxRunning();
  }

  static String started(Limit limit) {
    Limit.Rate rate = limit.rate();
    return rate == null
        ? ""
        : "%d/%d per %s"
            .formatted(limit.started(), rate.starts(), DurationText.written(rate.per()));
  }

  static String paused(Limit limit, Instant now) {
    return limit
        .paused()
        .map(until -> "until %s: %s".formatted(Ago.of(until, now), limit.pauseReason()))
        .orElse("");
  }

  static String line(Limit limit, Instant now) {
    var line = new StringBuilder(limit.name()).append(": ").append(running(limit)).append(" run");
    if (limit.rate() != null) {
      line.append(", ").append(started(limit)).append(" started");
    }
    if (limit.pausedUntil() != null) {
      line.append(", paused ").append(paused(limit, now));
    }
    return line.toString();
  }
}
