package dev.pulse;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it stood when the server was asked.
 *
 * @param id its identity
 * @param name what people call it; no two have the same
 * @param timing when it fires; null when that cannot be read, see {@code error}
 * @param job what every fire submits; null when that cannot be read
 * @param missed what becomes of missed times; null when that cannot be read
 * @param paused whether it is kept from firing
 * @param nextRunAt the next time that is not dealt with yet; null: there is none any more
 * @param lastRunAt the last time that was fired
 * @param createdAt when it was made
 * @param updatedAt when somebody last changed it
 * @param error why it cannot be read any more, such as a time zone that lost its rules; else null
 */
public record Schedule(
    UUID id,
    String name,
    @Nullable Timing timing,
    @Nullable Template job,
    @Nullable Missed missed,
    boolean paused,
    @Nullable Instant nextRunAt,
    @Nullable Instant lastRunAt,
    Instant createdAt,
    Instant updatedAt,
    @Nullable String error) {

  /** When it fires: {@link At}, {@link Every} or {@link Cron}. */
  public sealed interface Timing permits At, Every, Cron {}

  /**
   * Once.
   *
   * @param time when
   */
  public record At(Instant time) implements Timing {}

  /**
   * Again and again, at equal distances.
   *
   * @param period the distance
   */
  public record Every(Duration period) implements Timing {}

  /**
   * At local times.
   *
   * @param expression five fields, or six with seconds first, or a word such as {@code @daily}
   * @param zone whose local times
   */
  public record Cron(String expression, ZoneId zone) implements Timing {}

  /**
   * The job that every fire submits.
   *
   * @param name which handler runs it
   * @param topic the lane it waits in
   * @param args what the handler is given
   * @param priority higher goes first
   * @param maxAttempts how often it may be started
   * @param limits the limits it counts against
   */
  public record Template(
      String name, String topic, Json args, int priority, int maxAttempts, List<String> limits) {
    /** Holds its own copy of the limits. */
    public Template {
      limits = List.copyOf(limits);
    }
  }
}
