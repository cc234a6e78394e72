package dev.pulse.server.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Map;

/**
 * A cron expression: the local times at which something fires.
 *
 * <p>If both day fields are restricted, one of them is enough; if one begins with {@code *}, both
 * must hold, as in the classic cron. When clocks change, an expression that names its hours means
 * times of the day: one that the clock passes over fires at the first moment after the gap, one
 * that comes twice fires the first time only. An expression for every hour means a rhythm, and goes
 * on with the time that really passes.
 */
final class Cron {
  /** February 29 on a given weekday comes back after 40 years at the latest. */
  private static final int HORIZON_YEARS = 41;

  private final Map<CronField, Long> sets;
  private final long seconds;
  private final long minutes;
  private final long hours;
  private final boolean eitherDay;

  Cron(Map<CronField, Long> sets, boolean eitherDay) {
    this.sets = Map.copyOf(sets);
    this.seconds = set(CronField.SECOND);
    this.minutes = set(CronField.MINUTE);
    this.hours = set(CronField.HOUR);
    this.eitherDay = eitherDay;
  }

  static Cron parse(String expression) {
    return CronParser.parse(expression);
  }

  /** The first moment after that one at which it fires. */
  Instant next(Instant after, ZoneId zone) {
    return hours == CronField.HOUR.all() ? nextOfRhythm(after, zone) : nextOfDay(after, zone);
  }

  /** Whether one of its days is in one of its months. */
  boolean everFires() {
    if (eitherDay) {
      return true;
    }
    for (Month month : Month.values()) {
      if (has(set(CronField.MONTH), month.getValue())
          && Long.numberOfTrailingZeros(set(CronField.DAY)) <= month.maxLength()) {
        return true;
      }
    }
    return false;
  }

  private Instant nextOfDay(Instant after, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local(after, zone));
    boolean again = change != null && change.isOverlap() && !after.isBefore(change.getInstant());
    // All of the hour that comes twice has had its turn.
    LocalDateTime from = again ? change.getDateTimeBefore() : second(after, zone);
    return moment(match(from), zone);
  }

  private static Instant moment(LocalDateTime time, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(time);
    return change == null
        ? time.toInstant(zone.getRules().getOffset(time))
        : change.isGap() ? change.getInstant() : time.toInstant(change.getOffsetBefore());
  }

  private Instant nextOfRhythm(Instant after, ZoneId zone) {
    LocalDateTime from = second(after, zone);
    ZoneOffset offset = zone.getRules().getOffset(after);
    ZoneOffsetTransition change = zone.getRules().nextTransition(after);
    while (true) {
      Instant found = match(from).toInstant(offset);
      if (change == null || found.isBefore(change.getInstant())) {
        return found;
      }
      from = change.getDateTimeAfter();
      offset = change.getOffsetAfter();
      change = zone.getRules().nextTransition(change.getInstant());
    }
  }

  private static LocalDateTime local(Instant instant, ZoneId zone) {
    return LocalDateTime.ofInstant(instant, zone);
  }

  private static LocalDateTime second(Instant after, ZoneId zone) {
    return local(after, zone).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
  }

  /** The first local time from that one on that the fields allow. */
  private LocalDateTime match(LocalDateTime from) {
    LocalDate day = matchDay(from.toLocalDate());
    int time = day.equals(from.toLocalDate()) ? matchTime(from.toLocalTime().toSecondOfDay()) : -1;
    if (time < 0) {
      day = day.equals(from.toLocalDate()) ? matchDay(day.plusDays(1)) : day;
      time = matchTime(0);
    }
    return day.atStartOfDay().plusSeconds(time);
  }

  private LocalDate matchDay(LocalDate from) {
    LocalDate day = from;
    while (day.getYear() <= from.getYear() + HORIZON_YEARS) {
      if (!has(set(CronField.MONTH), day.getMonthValue())) {
        day = day.withDayOfMonth(1).plusMonths(1);
      } else if (allows(day)) {
        return day;
      } else {
        day = day.plusDays(1);
      }
    }
    throw new IllegalStateException("an expression that never fires");
  }

  private boolean allows(LocalDate day) {
    boolean ofMonth = has(set(CronField.DAY), day.getDayOfMonth());
    boolean ofWeek = has(set(CronField.WEEKDAY), day.getDayOfWeek().getValue() % 7);
    return eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek;
  }

  /** The first second of the day from that one on; negative: none on this day. */
  private int matchTime(int from) {
    int hour = next(hours, from / 3600);
    if (hour == from / 3600) {
      int minute = next(minutes, from / 60 % 60);
      if (minute == from / 60 % 60) {
        int second = next(seconds, from % 60);
        if (second >= 0) {
          return hour * 3600 + minute * 60 + second;
        }
        minute = next(minutes, minute + 1);
      }
      if (minute >= 0) {
        return hour * 3600 + minute * 60 + next(seconds, 0);
      }
      hour = next(hours, hour + 1);
    }
    return hour < 0 ? -1 : hour * 3600 + next(minutes, 0) * 60 + next(seconds, 0);
  }

  private long set(CronField field) {
    return sets.getOrDefault(field, 0L);
  }

  private static int next(long set, int from) {
    long left = from > 63 ? 0 : set & -1L << from;
    return left == 0 ? -1 : Long.numberOfTrailingZeros(left);
  }

  private static boolean has(long set, int value) {
    return (set >> value & 1) == 1;
  }
}
