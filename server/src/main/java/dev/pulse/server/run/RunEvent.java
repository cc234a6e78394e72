package dev.pulse.server.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that happened to a run, numbered within it from 1 (N11). */
public record RunEvent(
    UUID runId,
    int number,
    Instant at,
    String type,
    @Nullable String nodeId,
    @Nullable UUID jobId,
    @Nullable UUID waitId,
    @Nullable String signal,
    @Nullable String message) {}
