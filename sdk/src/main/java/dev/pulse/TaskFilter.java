package dev.pulse;

import org.jspecify.annotations.Nullable;

/**
 * Which tasks to list. Start from {@link #unfinished()} or {@link #all()} and narrow it.
 *
 * @param project only of this project
 * @param status only in this status; null: any but closed; {@code all}: any
 * @param ready only those that are open and blocked by nothing
 * @param label only with this label
 * @param parent only children of this epic
 */
public record TaskFilter(
    @Nullable String project,
    @Nullable String status,
    boolean ready,
    @Nullable String label,
    @Nullable String parent) {

  /** Everything that is not closed. */
  public static TaskFilter unfinished() {
    return new TaskFilter(null, null, false, null, null);
  }

  /** Everything. */
  public static TaskFilter all() {
    return new TaskFilter(null, "all", false, null, null);
  }

  /** Only of this project. */
  public TaskFilter project(String project) {
    return new TaskFilter(project, status, ready, label, parent);
  }

  /** Only in this status: {@code open}, {@code in_progress} or {@code closed}. */
  public TaskFilter status(String status) {
    return new TaskFilter(project, status, ready, label, parent);
  }

  /** Only those that are open and blocked by nothing. */
  public TaskFilter onlyReady() {
    return new TaskFilter(project, status, true, label, parent);
  }

  /** Only with this label. */
  public TaskFilter label(String label) {
    return new TaskFilter(project, status, ready, label, parent);
  }

  /** Only children of this epic. */
  public TaskFilter parent(String parent) {
    return new TaskFilter(project, status, ready, label, parent);
  }
}
