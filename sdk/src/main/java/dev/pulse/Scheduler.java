package dev.pulse;

import java.util.List;
import java.util.stream.Stream;

/**
 * Brings tasks to agents. With {@code scheduler.max_agents} at 0 or less, what is slung is
 * dispatched at once; with more, it is scheduled, and dispatched as agents become free.
 */
public interface Scheduler {
  /**
   * Slings tasks, an epic's children or a convoy's members. A single task that is refused throws;
   * of several, each answer says what became of it.
   */
  List<Slung> sling(SlingOrder order);

  /** Open slings, oldest first, fetched page by page as the stream is read. */
  Stream<Sling> list();

  /** Open slings of a project, oldest first. */
  Stream<Sling> list(String project);

  /** All slings, also closed ones, newest first. */
  Stream<Sling> history();

  /** The slings of a task, also closed ones, newest first. */
  Stream<Sling> history(String task);

  /** How the scheduler stands. */
  SchedulerStatus status();

  /** One dispatch cycle, now. */
  Cycle run();

  /** What {@link #run} would do now; nothing is changed. */
  Cycle dryRun();

  /** Stops dispatching; once this has returned, nothing is dispatched. */
  SchedulerStatus pause(String reason);

  /** Goes on dispatching. */
  SchedulerStatus resume();

  /** Closes all open slings, and says how many. */
  int clear();

  /** Closes the open sling of a task, and says whether there was one. */
  boolean clear(String task);
}
