package dev.pulse.server.sling;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the scheduler stands.
 *
 * @param maxAgents 0 or less: tasks are dispatched at once
 * @param active agents that run, and dispatched ones about to
 * @param runners connected workers that take agents' jobs
 * @param paused null: not paused
 * @param lastCycle null: there was none that did anything
 * @param dispatchedTotal grows with each dispatch
 */
public record SchedulerStatus(
    int maxAgents,
    int batchSize,
    long active,
    long running,
    int runners,
    @Nullable Pause paused,
    @Nullable LastCycle lastCycle,
    long dispatchedTotal,
    List<Queue> projects) {

  /** Who stopped dispatching, why and when. */
  public record Pause(String actor, String reason, Instant since) {}

  /** The last cycle that did something, or found something else in its way than the one before. */
  public record LastCycle(Instant at, String reason, int dispatched, int failed) {}

  /** What one project has scheduled. */
  public record Queue(String project, long scheduled, long ready) {}

  public long scheduled() {
    return projects.stream().mapToLong(Queue::scheduled).sum();
  }

  public long ready() {
    return projects.stream().mapToLong(Queue::ready).sum();
  }
}
