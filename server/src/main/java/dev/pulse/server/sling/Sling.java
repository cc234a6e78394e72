package dev.pulse.server.sling;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The record that a task is scheduled for dispatch (G3).
 *
 * @param id also of its job, once it is dispatched
 * @param state {@code scheduled} while it is open, else the reason it was closed
 * @param outcome how its job ended; null: it has not
 */
public record Sling(
    UUID id,
    int version,
    String task,
    String title,
    String project,
    String state,
    Terms terms,
    Instant enqueuedAt,
    String enqueuedBy,
    @Nullable String convoy,
    int dispatchFailures,
    @Nullable String lastFailure,
    List<String> blockedBy,
    @Nullable Instant closedAt,
    @Nullable Instant endedAt,
    @Nullable String outcome) {

  /**
   * How the work is to be done.
   *
   * @param merge {@code direct}, {@code mr} or {@code local}
   * @param baseBranch null: the project's
   */
  public record Terms(
      String agent,
      @Nullable String formula,
      @Nullable String args,
      Map<String, String> vars,
      String merge,
      @Nullable String baseBranch,
      boolean noMerge,
      @Nullable String account,
      boolean owned,
      @Nullable String mode) {}

  public boolean isDispatched() {
    return state.equals("dispatched");
  }
}
