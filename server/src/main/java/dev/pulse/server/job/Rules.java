package dev.pulse.server.job;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** What input must look like. Every rule names the field and what it takes. */
final class Rules {
  private static final Duration LONGEST_DELAY = Duration.ofDays(3653);
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");
  private static final Instant EARLIEST = Instant.parse("1970-01-01T00:00:00Z");

  /** Sizes are the kernel's business, so the parser's own limits are out of the way, but depth. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(500)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private Rules() {}

  static void text(String field, String value, int longest) {
    if (value.isEmpty() || value.length() > longest) {
      throw JobRefused.invalid(
          "%s has 1 to %d characters, this one has %d".formatted(field, longest, value.length()));
    }
    noNul(field, value);
    for (int at = 0; at < value.length(); at++) {
      if (Character.isISOControl(value.charAt(at))) {
        throw JobRefused.invalid(field + " has a control character at " + at);
      }
    }
  }

  static void range(String field, int value, int least, int most) {
    if (value < least || value > most) {
      throw JobRefused.invalid(
          "%s is between %d and %d, not %d".formatted(field, least, most, value));
    }
  }

  static void due(NewJob.Due due) {
    switch (due) {
      case NewJob.Due.After(Duration delay) -> delay("delay", delay);
      case NewJob.Due.At(Instant time) -> {
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
          throw JobRefused.invalid("at is between 1970 and 2200, not " + time);
        }
      }
    }
  }

  static void delay(String field, Duration delay) {
    if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
      throw JobRefused.invalid(field + " is between 0 and 10 years, not " + delay);
    }
  }

  /**
   * Exactly one JSON value. Postgres text cannot hold a raw NUL; the escape of one is kept as it
   * is.
   */
  static void json(String field, String text) {
    noNul(field, text);
    loneSurrogate(field, text);
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        throw JobRefused.invalid(field + " is not JSON: it is empty");
      }
      parser.skipChildren();
      JsonToken after = parser.nextToken();
      if (after != null) {
        throw JobRefused.invalid(field + " is not one JSON value: more follows the first");
      }
    } catch (IOException e) {
      throw JobRefused.invalid(
          field + " is not JSON: " + firstLine(String.valueOf(e.getMessage())));
    }
  }

  static void size(String field, String text, int most) {
    // A char is at most three bytes of UTF-8: most texts need no counting.
    if (text.length() > most || (text.length() > most / 3 && utf8Length(text) > most)) {
      throw JobRefused.invalid("%s is larger than the %d bytes allowed".formatted(field, most));
    }
  }

  static void noNul(String field, String text) {
    int at = text.indexOf('\0');
    if (at >= 0) {
      throw JobRefused.invalid(field + " has a NUL character at " + at);
    }
  }

  private static void loneSurrogate(String field, String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (Character.isHighSurrogate(c)
          && at + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(at + 1))) {
        at++;
      } else if (Character.isSurrogate(c)) {
        throw JobRefused.invalid(field + " has half a surrogate pair at " + at);
      }
    }
  }

  private static int utf8Length(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
  }

  private static String firstLine(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
