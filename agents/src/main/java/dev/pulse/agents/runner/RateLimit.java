package dev.pulse.agents.runner;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An account that may not be used for now.
 *
 * @param until null: nobody said how long
 * @param reason in the words of who said so
 */
record RateLimit(@Nullable Instant until, String reason) {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;
  private static final int OVERLOADED = 529;

  /** What the services say when it is the account or the service, and not the work, that fails. */
  private static final Pattern SAYS_SO =
      Pattern.compile(
          "(?i)\\b(rate.?limit|too many requests|overloaded|resource.?exhausted|quota|capacity"
              + "|(usage|session|weekly|monthly|spend|opus|sonnet|request|token)s?\\b.{0,20}\\blimit"
              + "|hit your\\b.{0,40}\\blimit|limit (was |has been )?reached|credit balance is too low"
              + "|out of (usage|credits)|\\b429\\b|\\b529\\b)");

  /** By the status of an answer, where one is told. */
  static boolean isOne(int status) {
    return status == TOO_MANY_REQUESTS || status == OVERLOADED || status == UNAVAILABLE;
  }

  /**
   * By an error's text. Only ever asked about what a command line reports as its own error, never
   * about what a model wrote (A5).
   */
  static boolean isOne(String error) {
    return SAYS_SO.matcher(error.replace('_', ' ')).find();
  }

  /** The limit an error speaks of. */
  static RateLimit of(String error, Instant now, ZoneId zone) {
    return new RateLimit(ResetTime.in(error, now, zone).orElse(null), firstLine(error));
  }

  /** How long until then; empty for nobody knows. */
  Optional<Duration> from(Instant now) {
    return Optional.ofNullable(until).map(at -> Duration.between(now, at));
  }

  private static String firstLine(String error) {
    String line = error.strip().lines().findFirst().orElse("rate limited");
    return line.length() > 300 ? line.substring(0, 300) + "…" : line;
  }
}
