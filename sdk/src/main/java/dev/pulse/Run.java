package dev.pulse;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A graph of nodes whose work is jobs, or waits for signals.
 *
 * @param id its id
 * @param name what it was called
 * @param status where it stands
 * @param round 1, and one more for every retry
 * @param events how many events it has
 * @param createdAt when it was started
 * @param closedAt when it was over; null before that
 * @param nodes its nodes; empty in lists
 * @param waits every wait there was, oldest first; empty in lists
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

  /** Holds its own copies. */
  public Run {
    nodes = List.copyOf(nodes);
    waits = List.copyOf(waits);
  }

  /** The node of that id. */
  public Node node(String nodeId) {
    return nodes.stream()
        .filter(node -> node.id().equals(nodeId))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("run " + id + " has no node " + nodeId));
  }

  /**
   * One of its nodes.
   *
   * @param id unique in the run
   * @param status pending, ready, running, waiting, completed, failed, skipped or canceled
   * @param after the nodes before it
   * @param job the name of its job; null: it is a wait
   * @param signal what a wait waits for
   * @param jobId its last job
   * @param attempts of that job
   * @param waitId what it waits for now
   * @param finishedAt when it was over
   * @param result what it answered, or was answered
   * @param error why it failed
   */
  public record Node(
      String id,
      String status,
      List<String> after,
      @Nullable String job,
      @Nullable String signal,
      @Nullable UUID jobId,
      int attempts,
      @Nullable UUID waitId,
      @Nullable Instant finishedAt,
      @Nullable Json result,
      @Nullable String error) {}
}
