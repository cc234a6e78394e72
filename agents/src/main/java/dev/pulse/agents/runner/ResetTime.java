package dev.pulse.agents.runner;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds in an error when an account can be used again, in the ways the services say it: a number of
 * seconds since 1970, a length of time, or a time of the day with or without its date and zone.
 */
final class ResetTime {
  private static final Pattern EPOCH = Pattern.compile("(?:\\||resets?_?at\\D{1,4})(\\d{10})\\b");
  private static final Pattern LENGTH =
      Pattern.compile(
          "(?i)\\b(?:in|after)\\s+((?:\\d+(?:\\.\\d+)?\\s*"
              + "(?:ms|milliseconds?|days?|d|hours?|h|minutes?|min|m|seconds?|sec|s)[\\s,]*(?:and\\s+)?)+)");
  private static final Pattern PART =
      Pattern.compile("(?i)(\\d+(?:\\.\\d+)?)\\s*(ms|milli|d|h|m|s)[a-z]*");
  private static final Pattern CLOCK =
      Pattern.compile(
          "(?i)(?:resets?|again)(?:\\s+(?:at|on))?\\s+"
              + "(?:([a-z]{3})[a-z]*\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?:(\\d{4}),?\\s+)?(?:at\\s+)?)?"
              + "(\\d{1,2})(?::(\\d{2}))?\\s*([ap]m)(?:\\s*\\(([\\w/+-]+)\\))?");
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private ResetTime() {}

  /**
   * @param zone of times that come without one
   */
  static Optional<Instant> in(String error, Instant now, ZoneId zone) {
    return first(EPOCH, error)
        .map(match -> Instant.ofEpochSecond(Long.parseLong(match.group(1))))
        .or(() -> first(CLOCK, error).flatMap(match -> clock(match, now, zone)))
        .or(() -> first(LENGTH, error).map(match -> now.plus(length(match.group(1)))))
        .filter(at -> at.isAfter(now));
  }

  private static Optional<MatchResult> first(Pattern pattern, String text) {
    return pattern.matcher(text).results().findFirst();
  }

  private static Duration length(String text) {
    return PART.matcher(text)
        .results()
        .map(
            part -> {
              double number = Double.parseDouble(part.group(1));
              long millis =
                  switch (part.group(2).toLowerCase(Locale.ROOT)) {
                    case "ms", "milli" -> 1;
                    case "s" -> 1000;
                    case "m" -> 60_000;
                    case "h" -> 3_600_000;
                    default -> 86_400_000;
                  };
              return Duration.ofMillis(Math.round(number * millis));
            })
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Optional<Instant> clock(MatchResult match, Instant now, ZoneId fallback) {
    try {
      String named = match.group(7);
      ZoneId zone = named == null ? fallback : ZoneId.of(named);
      ZonedDateTime here = now.atZone(zone);
      LocalTime time = time(match);
      String month = match.group(1);
      if (month == null) {
        ZonedDateTime today = here.with(time);
        return Optional.of((today.isAfter(here) ? today : today.plusDays(1)).toInstant());
      }
      int number = MONTHS.indexOf(month.toLowerCase(Locale.ROOT)) + 1;
      MonthDay day = MonthDay.of(number, Integer.parseInt(match.group(2)));
      return Optional.of(date(day, match.group(3), here).atTime(time).atZone(zone).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty(); // no such zone, month or hour: then nobody said when
    }
  }

  private static LocalTime time(MatchResult match) {
    int hour = Integer.parseInt(match.group(4)) % 12;
    boolean afternoon = match.group(6).toLowerCase(Locale.ROOT).equals("pm");
    int minute = match.group(5) == null ? 0 : Integer.parseInt(match.group(5));
    return LocalTime.of(afternoon ? hour + 12 : hour, minute);
  }

  /** Without a year: the next such day. */
  private static LocalDate date(MonthDay day, @Nullable String year, ZonedDateTime here) {
    if (year != null) {
      return day.atYear(Integer.parseInt(year));
    }
    LocalDate thisYear = day.atYear(here.getYear());
    return thisYear.isBefore(here.toLocalDate()) ? day.atYear(here.getYear() + 1) : thisYear;
  }
}
