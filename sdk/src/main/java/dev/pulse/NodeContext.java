package dev.pulse;

import java.util.Comparator;
import java.util.HashMap;
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
   * The same for a program: {@code PULSE_RUN_ID}, {@code PULSE_NODE_ID} and, when a signal came
   * with a payload, {@code PULSE_SIGNAL_PAYLOAD}; of several the last.
   */
  public Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put("PULSE_RUN_ID", runId.toString());
    environment.put("PULSE_NODE_ID", nodeId);
    signals.values().stream()
        .filter(answer -> answer.payload() != null)
        .max(Comparator.comparing(answer -> String.valueOf(answer.endedAt())))
        .ifPresent(
            answer -> environment.put("PULSE_SIGNAL_PAYLOAD", String.valueOf(answer.payload())));
    return environment;
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
