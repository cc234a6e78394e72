package dev.pulse.server.schedule;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it stands.
 *
 * @param nextRunAt the first occurrence not dealt with yet; null: there is none any more
 * @param lastRunAt the last occurrence that was fired
 */
public record Schedule(
    UUID id,
    String name,
    Content content,
    boolean paused,
    @Nullable Instant nextRunAt,
    @Nullable Instant lastRunAt,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * What its row says. A zone may lose its rules, and a row may be written by a newer version or by
   * hand: such a schedule is shown and can be deleted, and does not stand in the way of others.
   */
  public sealed interface Content {}

  /** As it was asked for. */
  public record Understood(Definition definition) implements Content {}

  /** Nobody here understands it; the error says why. */
  public record Garbled(String error) implements Content {}

  /** What it was asked to do; refuses to tell if that cannot be read. */
  public Definition definition() {
    return switch (content) {
      case Understood(var definition) -> definition;
      case Garbled(var error) -> throw ScheduleRefused.unreadable(name, error);
    };
  }
}
