package dev.pulse;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a run waits for.
 *
 * @param id the run
 * @param status where it stands
 * @param reasons what holds its nodes back
 */
public record RunExplanation(UUID id, RunStatus status, List<Reason> reasons) {
  /** Holds its own copy of the reasons. */
  public RunExplanation {
    reasons = List.copyOf(reasons);
  }

  /**
   * One thing that holds a node back.
   *
   * @param nodeId which; null: it is about the run as a whole
   * @param code for programs: {@code waiting_for_signal}, {@code dependency}, …
   * @param message one sentence for people
   */
  public record Reason(@Nullable String nodeId, String code, String message) {}
}
