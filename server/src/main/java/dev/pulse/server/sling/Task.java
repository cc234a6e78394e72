package dev.pulse.server.sling;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task as it stands.
 *
 * @param project null: no project has its prefix
 * @param status {@code open}, {@code in_progress} or {@code closed}
 * @param blockedBy what it depends on and is not closed
 * @param slingId the last one
 * @param slingState {@code scheduled}, or how it was closed; null: never slung
 */
public record Task(
    String id,
    @Nullable String project,
    String type,
    String status,
    String title,
    String description,
    @Nullable String parent,
    List<String> labels,
    List<String> dependsOn,
    List<String> blockedBy,
    boolean ready,
    @Nullable UUID slingId,
    @Nullable String slingState,
    @Nullable String lastFailure,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant closedAt,
    @Nullable String closeReason) {

  boolean isClosed() {
    return status.equals("closed");
  }

  boolean isEpic() {
    return type.equals("epic");
  }
}
