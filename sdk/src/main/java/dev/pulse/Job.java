package dev.pulse;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stood when the server was asked.
 *
 * @param id its identity, a uuidv7
 * @param name which handler runs it
 * @param topic the lane it waits in
 * @param args what the handler is given
 * @param priority higher goes first
 * @param status where it stands
 * @param attempts how often it was started
 * @param maxAttempts how often it may be started
 * @param lastError why the last failed attempt failed
 * @param result what the handler answered, when it answered anything
 * @param lockedBy the name of the worker that has it
 * @param leaseUntil until when that worker has it, unless it extends the lease
 * @param nextRunAt when it may start, when that is not now
 * @param scheduleId the schedule that made it
 * @param runId the run it belongs to
 * @param nodeId the node of that run
 * @param limits the limits it counts against
 * @param uniqueKey the key that no second unfinished job may have
 * @param submittedAt when it was accepted
 * @param startedAt when its latest attempt started
 * @param finishedAt when it ended
 */
public record Job(
    UUID id,
    String name,
    String topic,
    Json args,
    int priority,
    JobStatus status,
    int attempts,
    int maxAttempts,
    @Nullable String lastError,
    @Nullable Json result,
    @Nullable String lockedBy,
    @Nullable Instant leaseUntil,
    @Nullable Instant nextRunAt,
    @Nullable UUID scheduleId,
    @Nullable UUID runId,
    @Nullable String nodeId,
    List<String> limits,
    @Nullable String uniqueKey,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {

  /** Holds its own copy of the limits. */
  public Job {
    limits = List.copyOf(limits);
  }
}
