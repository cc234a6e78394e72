package dev.pulse.server.job;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A claimed job, as its worker needs it. Id and attempt are the dedup key (J7).
 *
 * @param plain a success ends it and no more: no key or slot becomes free, and nobody watches
 */
public record Assignment(
    Lease lease,
    UUID id,
    String name,
    String topic,
    String args,
    int attempt,
    int maxAttempts,
    Instant submittedAt,
    @Nullable String trace,
    @Nullable String context,
    boolean plain) {

  /** The same, and what its watcher has to say to the handler. */
  Assignment with(@Nullable String context) {
    return new Assignment(
        lease, id, name, topic, args, attempt, maxAttempts, submittedAt, trace, context, plain);
  }
}
