package dev.pulse.server.schedule;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads a cron expression; whatever is wrong is told with its place and what belongs there. */
final class CronParser {
  private static final List<CronField> WITH_SECONDS = List.of(CronField.values());
  private static final List<CronField> CLASSIC = WITH_SECONDS.subList(1, WITH_SECONDS.size());
  private static final Map<String, String> SHORT =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@hourly", "0 * * * *");

  private final String text;
  private final EnumMap<CronField, Long> sets = new EnumMap<>(CronField.class);
  private int at;
  private int end;

  private CronParser(String text) {
    this.text = text;
  }

  static Cron parse(String expression) {
    if (expression.startsWith("@")) {
      String meant = SHORT.get(expression);
      if (meant == null) {
        throw ScheduleRefused.cron(
            expression, 0, "@yearly, @monthly, @weekly, @daily, @hourly or 5 or 6 fields");
      }
      return new CronParser(meant).parse();
    }
    return new CronParser(expression).parse();
  }

  private Cron parse() {
    List<Integer> starts = starts();
    List<CronField> fields = starts.size() == 6 ? WITH_SECONDS : CLASSIC;
    sets.put(CronField.SECOND, 1L);
    for (int index = 0; index < starts.size() && index < fields.size(); index++) {
      field(fields.get(index), starts.get(index));
    }
    if (starts.size() < 5) {
      throw refused(text.length(), fields.get(starts.size()).expected());
    }
    if (starts.size() > 6) {
      throw refused(starts.get(6), "the end: there are 5 fields, or 6 with seconds first");
    }
    int day = starts.get(fields.indexOf(CronField.DAY));
    int weekday = starts.get(fields.indexOf(CronField.WEEKDAY));
    boolean either = text.charAt(day) != '*' && text.charAt(weekday) != '*';
    var cron = new Cron(sets, either);
    if (!cron.everFires()) {
      throw refused(day, "a day that one of the months has: this never fires");
    }
    return cron;
  }

  private List<Integer> starts() {
    var starts = new ArrayList<Integer>();
    for (int index = 0; index < text.length(); index++) {
      if (!isBlank(index) && (index == 0 || isBlank(index - 1))) {
        starts.add(index);
      }
    }
    return starts;
  }

  private boolean isBlank(int index) {
    return text.charAt(index) == ' ' || text.charAt(index) == '\t';
  }

  private void field(CronField field, int start) {
    at = start;
    end = start;
    while (end < text.length() && !isBlank(end)) {
      end++;
    }
    long set = part(field);
    while (at < end) {
      if (!skip(',')) {
        throw refused(at, "a comma, a blank or the end");
      }
      set |= part(field);
    }
    sets.put(field, set);
  }

  /** {@code *}, {@code 5}, {@code 1-5}, and the first and last of these with a step. */
  private long part(CronField field) {
    if (skip('*')) {
      int last = field == CronField.WEEKDAY ? 6 : field.most;
      return skip('/') ? field.between(field.least, last, step(field)) : field.all();
    }
    int from = value(field);
    if (!skip('-')) {
      if (at < end && text.charAt(at) == '/') {
        throw refused(at, "a comma, a blank or the end: a step follows * or a range");
      }
      return field.between(from, from, 1);
    }
    int start = at;
    int to = value(field);
    if (field == CronField.WEEKDAY && to == 0 && from > 0) {
      to = 7; // FRI-SUN
    }
    if (to < from) {
      throw refused(start, "an end of the range that is not before its start");
    }
    return field.between(from, to, skip('/') ? step(field) : 1);
  }

  private int step(CronField field) {
    int start = at;
    int step = number();
    if (step < 1 || step > field.most) {
      throw refused(start, "a step from 1 to " + field.most);
    }
    return step;
  }

  private int value(CronField field) {
    int start = at;
    int value = number();
    if (at == start) {
      while (at < end && Character.isLetter(text.charAt(at))) {
        at++;
      }
      value = field.named(text.substring(start, at));
    }
    if (value < field.least || value > field.most) {
      throw refused(start, field.expected());
    }
    return value;
  }

  /** The digits at hand; negative if there are none, or so many that no field takes them. */
  private int number() {
    int start = at;
    while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at == start || at - start > 4 ? -1 : Integer.parseInt(text.substring(start, at));
  }

  private boolean skip(char wanted) {
    if (at < end && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private ScheduleRefused refused(int position, String expected) {
    return ScheduleRefused.cron(text, position, expected);
  }
}
