package dev.pulse;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one dispatch cycle did, or would do.
 *
 * @param dryRun whether it only would
 * @param reason why it stopped where it did: {@code ready} (nothing is left), {@code capacity},
 *     {@code batch}, {@code paused}, {@code no_runner}, {@code busy} (another cycle is under way)
 *     or {@code stopping}
 * @param message the reason as a sentence
 * @param capacity free slots when it began; null: there is no bound
 * @param active agents that were active when it began
 * @param ready open slings whose tasks were ready when it began
 * @param batchSize so many at most
 * @param steps in order
 */
public record Cycle(
    boolean dryRun,
    String reason,
    String message,
    @Nullable Long capacity,
    long active,
    long ready,
    int batchSize,
    List<Step> steps) {
  /** Holds its own copy of the steps. */
  public Cycle {
    steps = List.copyOf(steps);
  }

  /** How many were dispatched. */
  public long dispatched() {
    return steps.stream().filter(step -> step.failure() == null).count();
  }

  /**
   * One sling's turn.
   *
   * @param task its task
   * @param title the task's
   * @param project its project
   * @param agent who is to do it
   * @param slingId the sling
   * @param failure why it could not be dispatched; null: it was
   */
  public record Step(
      String task,
      String title,
      String project,
      String agent,
      UUID slingId,
      @Nullable String failure) {}
}
