package dev.pulse;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A named cap that any number of jobs count against.
 *
 * @param name its name, as jobs carry it
 * @param maxRunning so many run at once; null: any number
 * @param rate so many start in any period; null: any number
 * @param pausedUntil nothing starts before; null: not paused
 * @param pauseReason why it is paused
 * @param running how many jobs that carry it run now
 * @param started how many starts count against its rate now
 * @param updatedAt when it was last changed
 * @param updatedBy by whom
 */
public record Limit(
    String name,
    @Nullable Integer maxRunning,
    @Nullable Rate rate,
    @Nullable Instant pausedUntil,
    @Nullable String pauseReason,
    long running,
    long started,
    Instant updatedAt,
    String updatedBy) {

  /** So many starts in any period of that length. */
  public record Rate(int starts, Duration per) {}

  /** Until when nothing that carries it starts, if it is paused. */
  public Optional<Instant> paused() {
    return Optional.ofNullable(pausedUntil);
  }
}
