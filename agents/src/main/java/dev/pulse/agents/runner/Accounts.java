package dev.pulse.agents.runner;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which accounts may not be used for now. A limit that says when it ends is believed; after one
 * that does not, the pauses grow until something works again.
 */
final class Accounts {
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** Whatever an error says: an account that was topped up should not wait for weeks. */
  private static final Duration FARTHEST = Duration.ofDays(8);

  private record Parked(Instant until, int times) {}

  private final InstantSource clock;
  private final Map<String, Parked> parked = new HashMap<>();

  Accounts(InstantSource clock) {
    this.clock = clock;
  }

  /** Empty: it may be used. */
  synchronized Optional<Instant> parkedUntil(String account) {
    return Optional.ofNullable(parked.get(account))
        .map(Parked::until)
        .filter(until -> until.isAfter(clock.instant()));
  }

  /** Parks it, and says until when. */
  synchronized Instant park(String account, RateLimit limit) {
    Instant now = clock.instant();
    Parked before = parked.get(account);
    if (before != null && before.until.isAfter(now) && limit.until() == null) {
      return before.until; // several agents of one account met the same limit
    }
    int times = before == null ? 1 : before.times + 1;
    Duration pause = limit.from(now).orElseGet(() -> backoff(times));
    Instant until = now.plus(pause.compareTo(FARTHEST) > 0 ? FARTHEST : pause);
    parked.put(account, new Parked(until, limit.until() == null ? times : 0));
    return until;
  }

  /** It works: forget what was. */
  synchronized void worked(String account) {
    parked.remove(account);
  }

  /** 1, 2, 4 … up to 30 minutes. */
  static Duration backoff(int times) {
    Duration pause = FIRST.multipliedBy(1L << Math.min(times - 1, 10));
    return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
  }
}
