package dev.pulse.server.limit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A limit as it stands.
 *
 * @param running how many jobs that carry it run now
 * @param started how many starts count against its rate now
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
    String updatedBy) {}
