package dev.pulse;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An item of work.
 *
 * @param id begins with its project's prefix
 * @param project null: no project has its prefix
 * @param type {@code task} or {@code epic}
 * @param status {@code open}, {@code in_progress} or {@code closed}
 * @param title one line
 * @param description the rest; may be empty
 * @param parent the epic it is part of
 * @param labels sorted
 * @param dependsOn what has to be closed first
 * @param blockedBy what of that is not closed
 * @param ready whether it is open and blocked by nothing
 * @param slingId its last sling
 * @param slingState {@code scheduled}, {@code dispatched}, {@code circuit-broken}, {@code cleared}
 *     or {@code invalid}; null: it was never slung
 * @param lastFailure of that sling
 * @param createdAt when it was made
 * @param updatedAt when it was last changed
 * @param closedAt null: it is not closed
 * @param closeReason why it was closed
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
  /** Holds its own copies of the lists. */
  public Task {
    labels = List.copyOf(labels);
    dependsOn = List.copyOf(dependsOn);
    blockedBy = List.copyOf(blockedBy);
  }
}
