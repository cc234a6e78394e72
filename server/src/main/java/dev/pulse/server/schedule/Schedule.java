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
    Definition definition,
    boolean paused,
    @Nullable Instant nextRunAt,
    @Nullable Instant lastRunAt,
    Instant createdAt,
    Instant updatedAt) {}
