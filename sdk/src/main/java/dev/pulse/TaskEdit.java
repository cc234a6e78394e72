package dev.pulse;

/** What to change of a task. What is not said stays as it is. */
public interface TaskEdit {
  /** Another title. */
  TaskEdit title(String title);

  /** Another description. */
  TaskEdit description(String description);

  /** Another parent; empty: none. */
  TaskEdit parent(String parent);

  /** {@code open}, or {@code in_progress} when somebody works on it by hand. */
  TaskEdit status(String status);

  /** These labels in place of those it has. */
  TaskEdit labels(String... labels);
}
