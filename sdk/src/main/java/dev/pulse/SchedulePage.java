package dev.pulse;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of the list of schedules.
 *
 * @param schedules the schedules, by name
 * @param cursor where the next page begins; null on the last page
 */
public record SchedulePage(List<Schedule> schedules, @Nullable String cursor) {
  /** Holds its own copy of the schedules. */
  public SchedulePage {
    schedules = List.copyOf(schedules);
  }

  /** Where the next page begins, for {@link Schedules#page}; empty on the last page. */
  public Optional<String> next() {
    return Optional.ofNullable(cursor);
  }
}
