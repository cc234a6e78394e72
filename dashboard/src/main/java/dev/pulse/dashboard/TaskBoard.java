package dev.pulse.dashboard;

import dev.pulse.Convoy;
import dev.pulse.Cycle;
import dev.pulse.Project;
import dev.pulse.SchedulerStatus;
import dev.pulse.Sling;
import dev.pulse.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What there is to do, by project, and how far the scheduler is with it.
 *
 * @param tasks those that are not closed, as many as are shown
 * @param more whether there are more of them
 * @param broken slings that failed too often to be tried again, the latest first
 * @param only the project that is shown; empty: all
 * @param preview what a dispatch cycle would do now; null: nobody asked
 */
record TaskBoard(
    SchedulerStatus status,
    List<Project> projects,
    List<Task> tasks,
    boolean more,
    List<Convoy> convoys,
    List<Sling> broken,
    String only,
    @Nullable Cycle preview) {

  /** Where a task is on its way. */
  enum Stage {
    RUNNING,
    SCHEDULED,
    READY,
    BLOCKED;

    static Stage of(Task task) {
      if (task.status().equals("in_progress")) {
        return RUNNING;
      }
      if (!task.ready()) {
        return BLOCKED;
      }
      return "scheduled".equals(task.slingState()) ? SCHEDULED : READY;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A project and its tasks. */
  record Group(String project, List<Task> tasks) {
    long in(Stage stage) {
      return tasks.stream().filter(task -> Stage.of(task) == stage).count();
    }
  }

  /** By project; those that run first, then what comes next. */
  List<Group> groups() {
    var groups = new ArrayList<Group>();
    var names = new ArrayList<>(projects.stream().map(Project::name).toList());
    names.add("");
    for (String name : names) {
      List<Task> theirs =
          tasks.stream()
              .filter(task -> name.equals(task.project() == null ? "" : task.project()))
              .sorted((one, other) -> Stage.of(one).compareTo(Stage.of(other)))
              .toList();
      boolean asked = only.isEmpty() || only.equals(name);
      if (asked && (!theirs.isEmpty() || !name.isEmpty())) {
        groups.add(new Group(name, theirs));
      }
    }
    groups.sort(Comparator.comparing(group -> group.tasks().isEmpty()));
    return groups;
  }

  /** This page with or without the preview. */
  String link(boolean previewed) {
    String project = only.isEmpty() ? "" : "project=" + Text.url(only);
    String query = previewed ? (project.isEmpty() ? "" : project + "&") + "preview=yes" : project;
    return query.isEmpty() ? "/tasks" : "/tasks?" + query;
  }

  /** How much of the capacity is used, in percent. */
  int used() {
    return status.isDirect() ? 0 : Math.clamp(100 * status.active() / status.maxAgents(), 0, 100);
  }

  boolean isEmpty() {
    return projects.isEmpty() && tasks.isEmpty();
  }
}
