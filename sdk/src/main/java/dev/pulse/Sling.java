package dev.pulse;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The record that a task is scheduled for dispatch.
 *
 * @param id also of its job, once it is dispatched
 * @param version of the record's form
 * @param task its task
 * @param title the task's
 * @param project its project
 * @param state {@code scheduled}, {@code dispatched}, {@code circuit-broken}, {@code cleared} or
 *     {@code invalid}
 * @param outcome how its job ended: {@code completed}, {@code failed} or {@code canceled}; null: it
 *     has not
 * @param agent who is to do it
 * @param formula what its prompt was made from
 * @param args instructions in plain words
 * @param vars values for the formula
 * @param merge {@code direct}, {@code mr} or {@code local}
 * @param baseBranch null: the project's
 * @param noMerge whether the work is left unmerged
 * @param account the account the agent is to use
 * @param owned whether the caller looks after convoys
 * @param mode {@code ralph}, or null
 * @param convoy what it is tracked in
 * @param dispatchFailures how often its dispatch failed
 * @param lastFailure why, or why its job failed
 * @param blockedBy what its task waits for
 * @param enqueuedAt when it was made
 * @param enqueuedBy by whom
 * @param closedAt null: it is open
 * @param endedAt when its job had ended
 */
public record Sling(
    UUID id,
    int version,
    String task,
    String title,
    String project,
    String state,
    @Nullable String outcome,
    String agent,
    @Nullable String formula,
    @Nullable String args,
    Map<String, String> vars,
    String merge,
    @Nullable String baseBranch,
    boolean noMerge,
    @Nullable String account,
    boolean owned,
    @Nullable String mode,
    @Nullable String convoy,
    int dispatchFailures,
    @Nullable String lastFailure,
    List<String> blockedBy,
    Instant enqueuedAt,
    String enqueuedBy,
    @Nullable Instant closedAt,
    @Nullable Instant endedAt) {
  /** Holds its own copies. */
  public Sling {
    vars = Map.copyOf(vars);
    blockedBy = List.copyOf(blockedBy);
  }
}
