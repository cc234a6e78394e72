package dev.pulse.agents.registry;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as people write it: {@code 90s}, {@code 1h30m}, {@code 250ms}. */
final class Lengths {
  private static final Pattern WHOLE = Pattern.compile("(\\d{1,9}(ms|s|m|h|d))+");
  private static final Pattern PART = Pattern.compile("(\\d+)(ms|s|m|h|d)");

  private Lengths() {}

  static Optional<Duration> parse(String text) {
    if (!WHOLE.matcher(text).matches()) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    Matcher parts = PART.matcher(text);
    while (parts.find()) {
      sum = sum.plus(part(Long.parseLong(parts.group(1)), parts.group(2)));
    }
    return Optional.of(sum);
  }

  private static Duration part(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
