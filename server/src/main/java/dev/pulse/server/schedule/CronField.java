package dev.pulse.server.schedule;

import java.util.List;
import java.util.Locale;

/** One field of a cron expression: what it counts, from where to where, and its names. */
enum CronField {
  SECOND("a second", 0, 59, List.of()),
  MINUTE("a minute", 0, 59, List.of()),
  HOUR("an hour", 0, 23, List.of()),
  DAY("a day of the month", 1, 31, List.of()),
  MONTH(
      "a month",
      1,
      12,
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")),
  /** 0 and 7 are Sunday. */
  WEEKDAY("a day of the week", 0, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"));

  final int least;
  final int most;
  private final String noun;
  private final List<String> names;

  CronField(String noun, int least, int most, List<String> names) {
    this.noun = noun;
    this.least = least;
    this.most = most;
    this.names = names;
  }

  /** The number a name stands for; negative: it is no name of this field. */
  int named(String name) {
    int at = names.indexOf(name.toUpperCase(Locale.ROOT));
    return at < 0 ? -1 : at + least;
  }

  /** What {@code *} stands for. */
  long all() {
    return between(least, this == WEEKDAY ? 6 : most, 1);
  }

  /** Every step-th value; 7 is kept as the Sunday it is. */
  long between(int from, int to, int step) {
    long set = 0;
    for (int value = from; value <= to; value += step) {
      set |= 1L << (this == WEEKDAY ? value % 7 : value);
    }
    return set;
  }

  String expected() {
    String numbers = "%s from %d to %d".formatted(noun, least, most);
    return names.isEmpty()
        ? numbers
        : "%s or %s to %s".formatted(numbers, names.getFirst(), names.getLast());
  }
}
