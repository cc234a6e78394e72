package dev.pulse.server.job;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A job as it stands, one row of {@code pulse.jobs} (J1). */
public record Job(
    UUID id,
    String name,
    String topic,
    String args,
    int priority,
    JobStatus status,
    int attempts,
    int maxAttempts,
    @Nullable String lastError,
    @Nullable String result,
    @Nullable String lockedBy,
    @Nullable Instant leaseUntil,
    @Nullable Instant nextRunAt,
    NewJob.Origin origin,
    List<String> limits,
    @Nullable String uniqueKey,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {}
