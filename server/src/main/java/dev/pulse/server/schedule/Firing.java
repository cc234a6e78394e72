package dev.pulse.server.schedule;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.NameBasedGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a tick does with a schedule that is due: which occurrences it fires, and where the cursor
 * stands after that.
 */
record Firing(List<Instant> occurrences, @Nullable Instant next) {
  /** How late an occurrence may be and still not count as missed. */
  static final Duration GRACE = Duration.ofSeconds(5);

  private static final NameBasedGenerator IDS =
      Generators.nameBasedGenerator(UUID.fromString("8f1b1d5e-4c7a-5d0e-9b6f-70756c736501"));

  /**
   * @param due the cursor; not after {@code now}
   * @param most how many occurrences at once; what is left stays due
   */
  static Firing of(Definition definition, Instant due, Instant now, int most) {
    Timing timing = definition.timing();
    return switch (definition.missed()) {
      case COALESCE -> new Firing(List.of(due), timing.next(now).orElse(null));
      case CATCH_UP -> all(timing, due, now, most);
      case SKIP -> {
        Instant since = now.minus(GRACE);
        yield all(timing, due.isBefore(since) ? after(timing, since) : due, now, most);
      }
    };
  }

  private static Firing all(Timing timing, @Nullable Instant first, Instant now, int most) {
    var occurrences = new ArrayList<Instant>();
    Instant next = first;
    while (next != null && !next.isAfter(now) && occurrences.size() < most) {
      occurrences.add(next);
      next = after(timing, next);
    }
    return new Firing(occurrences, next);
  }

  private static @Nullable Instant after(Timing timing, Instant moment) {
    return timing.next(moment).orElse(null);
  }

  @Nullable Instant last() {
    return occurrences.isEmpty() ? null : occurrences.getLast();
  }

  /** The same on every server and at every try: a second job for an occurrence cannot exist. */
  static UUID id(UUID schedule, Instant occurrence) {
    return IDS.generate(schedule + "|" + occurrence);
  }
}
