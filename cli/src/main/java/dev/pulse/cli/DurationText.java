package dev.pulse.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length of time as people write it: {@code 90s}, {@code 1h30m}, {@code 250ms}. */
final class DurationText implements ITypeConverter<Duration> {
  private static final Pattern WHOLE = Pattern.compile("(\\d{1,9}(ms|s|m|h|d))+");
  private static final Pattern PART = Pattern.compile("(\\d+)(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration such as 90s, 1h30m or 250ms");
    }
    Duration sum = Duration.ZERO;
    Matcher parts = PART.matcher(text);
    while (parts.find()) {
      sum = sum.plus(part(Long.parseLong(parts.group(1)), parts.group(2)));
    }
    return sum;
  }

  /** A duration as {@link #convert} reads it. */
  static String written(Duration duration) {
    var text = new StringBuilder();
    append(text, duration.toDaysPart(), "d");
    append(text, duration.toHoursPart(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    append(text, duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0s" : text.toString();
  }

  private static void append(StringBuilder text, long number, String unit) {
    if (number > 0) {
      text.append(number).append(unit);
    }
  }

  private static Duration part(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> throw new IllegalStateException(unit);
    };
  }
}
