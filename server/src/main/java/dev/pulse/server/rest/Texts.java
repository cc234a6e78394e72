package dev.pulse.server.rest;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values that travel as text: ids, times and durations. Every refusal names the field. */
final class Texts {
  private static final Pattern ID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern DURATION = Pattern.compile("(?:\\d{1,9}(?:ms|s|m|h|d))+");
  private static final Pattern PART = Pattern.compile("(\\d+)(ms|[smhd])");
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  private Texts() {}

  /** Java's own reader takes shorter forms too, and two spellings of one id are one too many. */
  static UUID id(String field, String text) {
    if (!ID.matcher(text).matches()) {
      throw Refused.field(field, "is not a uuid");
    }
    return UUID.fromString(text);
  }

  static Instant time(String field, String text) {
    try {
      Instant time = OffsetDateTime.parse(text).toInstant();
      if (!time.isBefore(Instant.EPOCH) && !time.isAfter(LATEST)) {
        return time;
      }
    } catch (DateTimeException e) {
      throw Refused.field(field, "is not a time such as 2026-01-31T09:30:00Z");
    }
    throw Refused.field(field, "is between 1970 and 2200");
  }

  /** {@code 90s}, {@code 1h30m}, {@code 250ms}: as on the command line. */
  static Duration duration(String field, String text) {
    if (!DURATION.matcher(text).matches()) {
      throw Refused.field(field, "is not a duration such as 90s, 1h30m or 250ms");
    }
    Duration sum = Duration.ZERO;
    Matcher parts = PART.matcher(text);
    while (parts.find()) {
      long number = Long.parseLong(parts.group(1));
      sum =
          sum.plus(
              switch (parts.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "d" -> Duration.ofDays(number);
                default -> throw new IllegalStateException(parts.group(2));
              });
    }
    return sum;
  }

  /** A duration as {@link #duration} reads it. */
  static String written(Duration duration) {
    var text = new StringBuilder();
    part(text, duration.toDaysPart(), "d");
    part(text, duration.toHoursPart(), "h");
    part(text, duration.toMinutesPart(), "m");
    part(text, duration.toSecondsPart(), "s");
    part(text, duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0s" : text.toString();
  }

  private static void part(StringBuilder text, long number, String unit) {
    if (number > 0) {
      text.append(number).append(unit);
    }
  }

  /** The text as a JSON string. */
  static String quoted(String text) {
    return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
