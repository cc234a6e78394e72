package dev.pulse.dashboard;

import dev.pulse.Cycle;
import dev.pulse.Scheduler;
import dev.pulse.Sling;
import dev.pulse.SlingOrder;
import dev.pulse.Slung;
import dev.pulse.Task;
import dev.pulse.TaskExplanation;
import dev.pulse.TaskFilter;
import dev.pulse.Tasks;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tasks and slings: what is to do, who does it, and what holds the rest back (G1–G9). */
final class TasksPage implements Page {
  private static final int MOST_TASKS = 300;
  private static final int MOST_CONVOYS = 20;

  private static final int MOST_BROKEN = 20;

  /** One task. */
  record View(Task task, TaskExplanation explanation, List<Sling> slings) {
    /** Whether there is something that slinging it would change. */
    boolean canSling() {
      return task.status().equals("open") && !"scheduled".equals(task.slingState());
    }
  }

  @Override
  public void on(Site site) {
    site.show("/tasks", TasksPage::board)
        .show("/tasks/{id}", TasksPage::detail)
        .act("/scheduler/pause", TasksPage::pause)
        .act("/scheduler/resume", TasksPage::resume)
        .act("/scheduler/run", TasksPage::run)
        .act("/tasks/{id}/sling", TasksPage::sling)
        .act("/tasks/{id}/clear", TasksPage::clear)
        .act("/tasks/{id}/close", TasksPage::close);
  }

  private static Screen board(Visit visit) {
    Tasks tasks = visit.pulse().tasks();
    Scheduler scheduler = visit.pulse().scheduler();
    String project = visit.asked("project").orElse("");
    TaskFilter filter = TaskFilter.unfinished();
    filter = project.isEmpty() ? filter : filter.project(project);
    List<Task> some = first(tasks.list(filter), MOST_TASKS + 1);
    return new Screen(
        "Tasks",
        "tasks",
        new TaskBoard(
            scheduler.status(),
            tasks.projects(),
            some.subList(0, Math.min(MOST_TASKS, some.size())),
            some.size() > MOST_TASKS,
            first(tasks.convoys(true), MOST_CONVOYS),
            BrokenSlings.of(visit.pulse(), MOST_BROKEN),
            project,
            visit.asked("preview").isPresent() ? scheduler.dryRun() : null));
  }

  private static <T> List<T> first(Stream<T> all, int most) {
    try (all) {
      return all.limit(most).toList();
    }
  }

  private static Screen detail(Visit visit) {
    String id = visit.at("id");
    Task task =
        visit
            .pulse()
            .tasks()
            .find(id)
            .orElseThrow(() -> Refused.notFound("There is no task %s.".formatted(Text.brief(id))));
    return new Screen(
        task.title(),
        "task",
        new View(
            task,
            visit.pulse().tasks().explain(id),
            first(visit.pulse().scheduler().history(id), MOST_BROKEN)));
  }

  private static Done pause(Visit visit) {
    String reason = visit.needed("reason", "a reason, for whoever wonders");
    visit.pulse().scheduler().pause(reason);
    return Done.of("Nothing is dispatched until somebody resumes it.");
  }

  private static Done resume(Visit visit) {
    visit.pulse().scheduler().resume();
    return Done.of("Tasks are dispatched again.");
  }

  private static Done run(Visit visit) {
    Cycle cycle = visit.pulse().scheduler().run();
    return Done.of("%d dispatched: %s".formatted(cycle.dispatched(), cycle.message()));
  }

  private static Done sling(Visit visit) {
    String id = visit.at("id");
    List<Slung> slung = visit.pulse().scheduler().sling(SlingOrder.of(id));
    return Done.of(
        slung.stream()
            .map(each -> each.isRefused() ? each.message() : each.task() + " " + each.message())
            .collect(Collectors.joining("; ")));
  }

  private static Done clear(Visit visit) {
    String id = visit.at("id");
    if (!visit.pulse().scheduler().clear(id)) {
      throw Refused.conflict(id + " is not scheduled.");
    }
    return Done.of(id + " is no longer scheduled.");
  }

  private static Done close(Visit visit) {
    String id = visit.at("id");
    visit.pulse().tasks().close(id, visit.needed("reason", "a reason"));
    return Done.of(id + " is closed.");
  }
}
