package dev.pulse;

import java.util.List;

/**
 * Why a task is not being worked on, or who does.
 *
 * @param id the task
 * @param status where it stands
 * @param reasons what holds it back, the most telling first
 */
public record TaskExplanation(String id, String status, List<Explanation.Reason> reasons) {
  /** Holds its own copy of the reasons. */
  public TaskExplanation {
    reasons = List.copyOf(reasons);
  }
}
