package dev.pulse.server.run;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as it stands.
 *
 * @param nodes empty in lists
 * @param waits every one there was, oldest first; empty in lists
 */
public record Run(
    UUID id,
    String name,
    RunStatus status,
    int round,
    int events,
    Instant createdAt,
    @Nullable Instant closedAt,
    List<Node> nodes,
    List<Wait> waits) {

  /** One of its nodes. */
  public record Node(
      String id,
      NodeStatus status,
      List<String> after,
      @Nullable String signal,
      @Nullable String job,
      @Nullable UUID jobId,
      int attempts,
      @Nullable UUID waitId,
      @Nullable Instant finishedAt,
      @Nullable String result,
      @Nullable String error) {}
}
