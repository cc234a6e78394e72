package dev.pulse;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the scheduler stands.
 *
 * @param maxAgents so many agents at a time; 0 or less: tasks are dispatched at once
 * @param batchSize so many tasks in one cycle
 * @param active agents that run, and dispatched ones about to
 * @param running agents that run
 * @param scheduled open slings
 * @param ready of these, those whose tasks are ready
 * @param blocked of these, those whose tasks wait for others
 * @param runners connected workers that take agents' jobs
 * @param paused null: not paused
 * @param lastCycle null: there was none yet
 * @param dispatchedTotal grows with each dispatch
 * @param projects what each project has scheduled
 */
public record SchedulerStatus(
    int maxAgents,
    int batchSize,
    long active,
    long running,
    long scheduled,
    long ready,
    long blocked,
    int runners,
    @Nullable Paused paused,
    @Nullable LastCycle lastCycle,
    long dispatchedTotal,
    List<Queue> projects) {
  /** Holds its own copy of the projects. */
  public SchedulerStatus {
    projects = List.copyOf(projects);
  }

  /** Whether tasks are dispatched at once. */
  public boolean isDirect() {
    return maxAgents <= 0;
  }

  /**
   * A pause that holds.
   *
   * @param actor who paused
   * @param reason why
   * @param since when
   */
  public record Paused(String actor, String reason, Instant since) {}

  /**
   * The last cycle that did something, or found something else in its way than the one before.
   *
   * @param at when
   * @param reason why it stopped where it did, as in {@link Cycle#reason}
   * @param dispatched how many it dispatched
   * @param failed how many it could not dispatch
   */
  public record LastCycle(Instant at, String reason, int dispatched, int failed) {}

  /**
   * What one project has scheduled.
   *
   * @param project its name
   * @param scheduled open slings
   * @param ready of these, those whose tasks are ready
   */
  public record Queue(String project, long scheduled, long ready) {}
}
