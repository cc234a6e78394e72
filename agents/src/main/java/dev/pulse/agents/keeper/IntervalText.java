package dev.pulse.agents.keeper;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as it is written in an org file: {@code 45s}, {@code 10m}, {@code 1h30m}. */
final class IntervalText {
  private static final Pattern WHOLE = Pattern.compile("(?:\\d{1,6}[smhd])+");
  private static final Pattern PART = Pattern.compile("(\\d+)([smhd])");
  private static final Duration LONGEST = Duration.ofDays(366);

  private IntervalText() {}

  /** Empty when it is none, or zero, or longer than a year. */
  static Optional<Duration> read(String text) {
    if (!WHOLE.matcher(text).matches()) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    Matcher parts = PART.matcher(text);
    while (parts.find()) {
      sum = sum.plus(part(Long.parseLong(parts.group(1)), parts.group(2)));
    }
    return Optional.of(sum).filter(d -> d.isPositive() && d.compareTo(LONGEST) <= 0);
  }

  private static Duration part(long number, String unit) {
    return switch (unit) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> throw new IllegalStateException(unit);
    };
  }
}
