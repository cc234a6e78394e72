package dev.pulse;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a job that is a node of a run is given beside its args.
 *
 * @param runId the run
 * @param nodeId the node
 * @param signals how the signals stand that this node asked for, by name
 * @param results what the nodes before it answered, by node; without those that answered nothing
 */
public record NodeContext(
    UUID runId, String nodeId, Map<String, Answer> signals, Map<String, Json> results) {
  /** Holds its own copies. */
  public NodeContext {
    signals = Map.copyOf(signals);
    results = Map.copyOf(results);
  }

  /**
   * How a signal stands.
   *
   * @param waitId the last wait for it
   * @param status pending, delivered, expired or closed
   * @param payload what came with it; null: nothing
   * @param deliveredBy who sent it
   * @param endedAt when it came or expired, as the server wrote it
   */
  public record Answer(
      UUID waitId,
      String status,
      @Nullable Json payload,
      @Nullable String deliveredBy,
      @Nullable String endedAt) {}
}
