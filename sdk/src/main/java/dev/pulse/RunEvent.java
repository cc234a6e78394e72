package dev.pulse;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a run.
 *
 * @param number counts within the run, from 1, without gaps
 * @param at when
 * @param type {@code run.started}, {@code node.completed}, {@code run.suspended}, …
 * @param nodeId the node it is about
 * @param jobId the job it is about
 * @param waitId the wait it is about
 * @param signal what that waits for
 * @param message more, for people
 */
public record RunEvent(
    int number,
    Instant at,
    String type,
    @Nullable String nodeId,
    @Nullable UUID jobId,
    @Nullable UUID waitId,
    @Nullable String signal,
    @Nullable String message) {}
