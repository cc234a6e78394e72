package dev.pulse.server.sling;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one dispatch cycle did, or would do.
 *
 * @param capacity free slots when it began; null: there is no bound
 * @param active agents that run, and dispatched ones about to
 * @param ready open slings whose tasks were ready
 */
public record Cycle(
    boolean dryRun,
    Reason reason,
    @Nullable Long capacity,
    long active,
    long ready,
    int batchSize,
    List<Step> steps) {

  /** Why it stopped where it did. */
  public enum Reason {
    /** Everything that was ready is dispatched. */
    READY,
    CAPACITY,
    BATCH,
    PAUSED,
    /** Nobody is there who could run an agent. */
    NO_RUNNER,
    /** Another cycle is under way. */
    BUSY,
    /** The server is going. */
    STOPPING;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One sling's turn.
   *
   * @param failure why it could not be dispatched; null: it was
   */
  public record Step(
      UUID sling,
      String task,
      String title,
      String project,
      String agent,
      @Nullable String failure) {}

  public int dispatched() {
    return (int) steps.stream().filter(step -> step.failure() == null).count();
  }

  public int failed() {
    return steps.size() - dispatched();
  }

  /** The reason as a sentence. */
  public String message() {
    return switch (reason) {
      case READY -> steps.isEmpty() ? "Nothing is ready." : "Everything that was ready was taken.";
      case CAPACITY -> "As many agents are active as may be; the others wait for a free slot.";
      case BATCH -> "A cycle takes %d at most; the others wait for the next.".formatted(batchSize);
      case PAUSED -> "The scheduler is paused.";
      case NO_RUNNER -> "No runner is connected that could run an agent.";
      case BUSY -> "Another cycle is under way.";
      case STOPPING -> "The server is shutting down.";
    };
  }
}
