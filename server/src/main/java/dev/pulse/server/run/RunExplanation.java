package dev.pulse.server.run;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Why a run does not go on (J14). */
public record RunExplanation(UUID id, RunStatus status, List<Reason> reasons) {
  /**
   * One reason.
   *
   * @param nodeId which node it is about; null: the run as a whole
   */
  public record Reason(@Nullable String nodeId, String code, String message) {}
}
