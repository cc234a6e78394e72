package dev.pulse.server.schedule;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a schedule fires. Its occurrences are fixed moments, whoever asks and whenever (S1). */
public sealed interface Timing {
  /** The first occurrence after that moment; empty: none any more. */
  Optional<Instant> next(Instant after);

  /**
   * This one, or the one that is under way where that is all that was asked for: a rhythm given
   * without an anchor goes on as it is, so that saying it again does not put it off.
   */
  default Timing continuing(Timing underWay) {
    return this instanceof Every(var period, var anchor)
            && anchor == null
            && underWay instanceof Every running
            && running.period().equals(period)
        ? running
        : this;
  }

  /** Once. */
  record At(Instant time) implements Timing {
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

    public At {
      if (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST)) {
        throw ScheduleRefused.invalid("at is between 1970 and 2200, not " + time);
      }
      time = time.truncatedTo(ChronoUnit.MICROS); // Postgres' grain
    }

    @Override
    public Optional<Instant> next(Instant after) {
      return time.isAfter(after) ? Optional.of(time) : Optional.empty();
    }
  }

  /**
   * Again and again, counted from the anchor, so that no delay adds up.
   *
   * @param anchor null: the moment it is stored
   */
  record Every(Duration period, @Nullable Instant anchor) implements Timing {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3653);

    public Every {
      if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
        throw ScheduleRefused.invalid("every is between 1 second and 10 years, not " + period);
      }
      period = Duration.of(period.toNanos() / 1_000, ChronoUnit.MICROS);
      anchor = anchor == null ? null : new At(anchor).time();
    }

    Every from(Instant now) {
      return anchor == null ? new Every(period, now) : this;
    }

    @Override
    public Optional<Instant> next(Instant after) {
      Instant start = anchor;
      if (start == null) {
        throw new IllegalStateException("a rhythm without an anchor");
      }
      if (start.isAfter(after)) {
        return Optional.of(start);
      }
      long step = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(period));
      long passed = ChronoUnit.MICROS.between(start, after) / step;
      return Optional.of(start.plus((passed + 1) * step, ChronoUnit.MICROS));
    }
  }

  /** At the local times of a cron expression; see {@link Cron} for what clock changes do. */
  record ByCron(String expression, ZoneId zone) implements Timing {
    public ByCron {
      Cron.parse(expression);
    }

    /** With the zone by its IANA name. */
    public static ByCron in(String expression, String zone) {
      try {
        if (ZoneId.getAvailableZoneIds().contains(zone)) {
          return new ByCron(expression, ZoneId.of(zone));
        }
      } catch (DateTimeException e) {
        throw ScheduleRefused.invalid("zone " + zone + " has no rules here: " + e.getMessage());
      }
      throw ScheduleRefused.invalid(
          "zone is an IANA name such as Europe/Berlin or UTC, not " + zone);
    }

    @Override
    public Optional<Instant> next(Instant after) {
      return Optional.of(Cron.parse(expression).next(after, zone));
    }
  }
}
