package dev.pulse;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What there is to do: projects, tasks, what they depend on, and convoys. Who does it and when is
 * {@link Scheduler}'s part, which never changes a task: one is closed by people, or by the end of
 * the work on it.
 */
public interface Tasks {
  /** Adds a project. Refused when the name is taken, or a prefix like it. */
  Project addProject(Project project);

  /** Changes a project; what is null stays, and so do name and prefix. */
  Project editProject(Project project);

  /** All projects, by name. */
  List<Project> projects();

  /** The project of that name. */
  Optional<Project> findProject(String name);

  /** Removes a project that has no task that is not closed. */
  Project removeProject(String name);

  /** Adds a task. */
  Task add(NewTask task);

  /** The task with that id. */
  Optional<Task> find(String id);

  /** Tasks in the order they were made, fetched page by page as the stream is read. */
  Stream<Task> list(TaskFilter filter);

  /** Changes what the edit says. */
  Task edit(String id, Consumer<TaskEdit> edit);

  /** Closes a task; one that is closed stays as it is. */
  Task close(String id, String reason);

  /** Opens a task again. */
  Task reopen(String id);

  /** The task waits until the other one is closed. Refused when that would close a circle. */
  Task depend(String task, String on);

  /** It waits for that no longer. */
  Task undepend(String task, String on);

  /** Why a task is not being worked on, or who does. */
  TaskExplanation explain(String id);

  /**
   * Takes in tasks as JSON lines, ours or those of Beads' {@code issues.jsonl}: all or none. Doing
   * it again changes only what has changed.
   */
  Imported importLines(String lines);

  /** The tasks as JSON lines, by id. */
  Stream<String> exportLines();

  /** The tasks of a project as JSON lines, by id. */
  Stream<String> exportLines(String project);

  /** Makes a convoy of these tasks. */
  Convoy createConvoy(String title, List<String> tasks);

  /** The convoy with that id. */
  Optional<Convoy> findConvoy(String id);

  /**
   * Convoys, newest first, fetched page by page as the stream is read.
   *
   * @param all those that are done too
   */
  Stream<Convoy> convoys(boolean all);

  /**
   * What an import did.
   *
   * @param added tasks that were not there
   * @param changed tasks that are different now
   * @param unchanged tasks that were there as they are
   * @param warnings what was left out, and why
   */
  record Imported(int added, int changed, int unchanged, List<String> warnings) {
    /** Holds its own copy of the warnings. */
    public Imported {
      warnings = List.copyOf(warnings);
    }
  }
}
