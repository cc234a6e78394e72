package dev.pulse;

import java.util.List;
import java.util.UUID;

/**
 * Why a job is not running, or who has it.
 *
 * @param id the job
 * @param status where it stands
 * @param reasons what holds it back, the most telling first
 */
public record Explanation(UUID id, JobStatus status, List<Reason> reasons) {
  /** Holds its own copy of the reasons. */
  public Explanation {
    reasons = List.copyOf(reasons);
  }

  /**
   * One thing that holds a job back.
   *
   * @param code for programs: {@code not_due}, {@code no_worker}, {@code behind}, …
   * @param message one sentence for people
   */
  public record Reason(String code, String message) {}
}
