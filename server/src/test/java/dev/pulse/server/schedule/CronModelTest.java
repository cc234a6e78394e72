package dev.pulse.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Random expressions against a model that shares no code with the parser or the search: it is given
 * the sets, not the text, and tries every local time of every day (S1).
 */
class CronModelTest {
  private static final int EXPRESSIONS = 10_000;
  private static final int FIRES = 4;
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Berlin",
          "America/New_York",
          "America/St_Johns",
          "Australia/Lord_Howe",
          "Asia/Kolkata",
          "Africa/Casablanca",
          "Pacific/Apia",
          "America/Sao_Paulo");

  @Test
  void firesAsTheModelSays() {
    long seed = Long.getLong("pulse.seed", System.nanoTime());
    System.out.println("cron against its model: -Dpulse.seed=" + seed);
    var random = new Random(seed);
    int never = 0;
    for (int number = 0; number < EXPRESSIONS; number++) {
      var model = Model.random(random);
      ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
      Instant after = start(random, zone);
      List<Instant> expected = model.fires(after, zone);
      if (expected.isEmpty()) {
        never++;
        org.assertj.core.api.Assertions.assertThatExceptionOfType(ScheduleRefused.class)
            .as(model.text)
            .isThrownBy(() -> Cron.parse(model.text));
        continue;
      }
      var found = new ArrayList<Instant>();
      Cron cron = Cron.parse(model.text);
      Instant at = after;
      for (int fire = 0; fire < expected.size(); fire++) {
        at = cron.next(at, zone);
        found.add(at);
      }
      assertThat(found).as("%s in %s after %s", model.text, zone, after).isEqualTo(expected);
    }
    System.out.printf("%d expressions agree, %d of them never fire%n", EXPRESSIONS, never);
  }

  /** Half of them close to a change of the clock. */
  private static Instant start(Random random, ZoneId zone) {
    Instant any =
        Instant.parse("2005-01-01T00:00:00Z").plusSeconds(random.nextInt(25 * 365 * 86_400));
    var change = zone.getRules().nextTransition(any);
    return random.nextBoolean() || change == null
        ? any.plusMillis(random.nextInt(1000))
        : change.getInstant().plusSeconds(random.nextInt(8 * 3600) - 5 * 3600);
  }

  /** One field: its text, what it allows, and whether it begins with a star. */
  private record Field(String text, TreeSet<Integer> values) {
    boolean star() {
      return text.startsWith("*");
    }

    static Field all(int least, int most) {
      return new Field("*", new TreeSet<>(IntStream.rangeClosed(least, most).boxed().toList()));
    }

    static Field random(Random random, int least, int most) {
      int parts = random.nextInt(10) < 7 ? 1 : 1 + random.nextInt(3);
      var values = new TreeSet<Integer>();
      var texts = new ArrayList<String>();
      for (int part = 0; part < parts; part++) {
        int from = least + random.nextInt(most - least + 1);
        int to = from + random.nextInt(most - from + 1);
        int step = 1 + random.nextInt(most);
        switch (random.nextInt(4)) {
          case 0 -> {
            texts.add("" + from);
            values.add(from);
          }
          case 1 -> {
            texts.add(from + "-" + to);
            IntStream.rangeClosed(from, to).forEach(values::add);
          }
          case 2 -> {
            texts.add(from + "-" + to + "/" + step);
            IntStream.rangeClosed(from, to)
                .filter(v -> (v - from) % step == 0)
                .forEach(values::add);
          }
          default -> {
            texts.add("*/" + step);
            IntStream.rangeClosed(least, most)
                .filter(v -> (v - least) % step == 0)
                .forEach(values::add);
          }
        }
      }
      return new Field(String.join(",", texts), values);
    }
  }

  private record Model(
      String text, Field second, Field minute, Field hour, Field day, Field month, Field weekday) {

    static Model random(Random random) {
      boolean seconds = random.nextInt(4) == 0;
      Field second =
          !seconds
              ? new Field("0", new TreeSet<>(List.of(0)))
              : random.nextInt(20) == 0 ? Field.all(0, 59) : single(random, 59);
      Field minute = random.nextInt(4) == 0 ? Field.all(0, 59) : Field.random(random, 0, 59);
      Field hour = random.nextInt(3) == 0 ? Field.all(0, 23) : Field.random(random, 0, 23);
      Field day = random.nextInt(2) == 0 ? Field.all(1, 31) : Field.random(random, 1, 31);
      Field month = random.nextInt(2) == 0 ? Field.all(1, 12) : Field.random(random, 1, 12);
      Field weekday = random.nextInt(2) == 0 ? Field.all(0, 6) : Field.random(random, 0, 6);
      String five =
          String.join(" ", minute.text(), hour.text(), day.text(), month.text(), weekday.text());
      return new Model(
          seconds ? second.text() + " " + five : five, second, minute, hour, day, month, weekday);
    }

    private static Field single(Random random, int most) {
      int value = random.nextInt(most + 1);
      return new Field("" + value, new TreeSet<>(List.of(value)));
    }

    /** The next few; empty: never again within two generations. */
    List<Instant> fires(Instant after, ZoneId zone) {
      var found = new TreeSet<Instant>();
      LocalDate start = after.atZone(zone).toLocalDate().minusDays(2);
      int enoughSince = -1;
      for (int days = 0; days < 60 * 366; days++) {
        if (found.size() >= FIRES && enoughSince < 0) {
          enoughSince = days;
        }
        if (enoughSince >= 0 && days > enoughSince + 1) {
          break;
        }
        LocalDate date = start.plusDays(days);
        if (allows(date)) {
          times(date, zone, after, found);
        }
      }
      return found.stream().limit(FIRES).toList();
    }

    private boolean allows(LocalDate date) {
      boolean ofMonth = day.values().contains(date.getDayOfMonth());
      boolean ofWeek = weekday.values().contains(date.getDayOfWeek().getValue() % 7);
      boolean both = day.star() || weekday.star();
      return month.values().contains(date.getMonthValue())
          && (both ? ofMonth && ofWeek : ofMonth || ofWeek);
    }

    private void times(LocalDate date, ZoneId zone, Instant after, TreeSet<Instant> found) {
      boolean rhythm = hour.values().size() == 24;
      for (int h : hour.values()) {
        for (int m : minute.values()) {
          for (int s : second.values()) {
            LocalDateTime time = date.atTime(h, m, s);
            var offsets = zone.getRules().getValidOffsets(time);
            var moments = new ArrayList<Instant>();
            if (rhythm) {
              offsets.forEach(offset -> moments.add(time.toInstant(offset)));
            } else if (offsets.isEmpty()) {
              moments.add(zone.getRules().getTransition(time).getInstant());
            } else {
              moments.add(time.toInstant(offsets.getFirst()));
            }
            moments.stream().filter(moment -> moment.isAfter(after)).forEach(found::add);
          }
        }
      }
    }
  }
}
