package dev.pulse.server.sling;

import dev.pulse.server.sling.Slung.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out what is meant by what was named (G5): tasks, an epic's children, a convoy's members.
 */
final class Slinging {
  private final Scheduling scheduling;
  private final TaskLookup tasks;
  private final Convoys convoys;

  Slinging(Scheduling scheduling, TaskLookup tasks, Convoys convoys) {
    this.scheduling = scheduling;
    this.tasks = tasks;
    this.convoys = convoys;
  }

  List<Slung> sling(SlingOrder order, String actor) {
    if (order.targets().size() > 1) {
      String title =
          "%d tasks, first %s".formatted(order.targets().size(), order.targets().getFirst());
      return each(order.targets(), order, new Scheduling.NewConvoy(newConvoy(order), title), actor);
    }
    String target = order.targets().getFirst();
    if (target.startsWith(Convoys.PREFIX)) {
      refuseTaskOnly(order, "a convoy");
      Convoy convoy = convoys.require(target);
      List<String> open =
          convoy.members().stream()
              .filter(member -> !member.status().equals("closed"))
              .map(Convoy.Member::task)
              .toList();
      return each(open, order, new Scheduling.NewConvoy(null, null), actor);
    }
    Task task = tasks.find(target).orElseThrow(() -> SlingRefused.noTask(target));
    if (task.isEpic()) {
      refuseTaskOnly(order, "an epic");
      var children = new ArrayList<String>();
      gather(target, children);
      return each(children, order, new Scheduling.NewConvoy(convoys.newId(), task.title()), actor);
    }
    if (target.startsWith(Rules.COORDINATION)) {
      return List.of(skipped(target));
    }
    var convoy = new Scheduling.NewConvoy(newConvoy(order), null);
    return List.of(scheduling.one(target, order, convoy, actor));
  }

  private @org.jspecify.annotations.Nullable String newConvoy(SlingOrder order) {
    return order.owned() ? null : convoys.newId();
  }

  /** What can be slung is; what cannot says why, and keeps nobody else. */
  private List<Slung> each(
      List<String> targets, SlingOrder order, Scheduling.NewConvoy convoy, String actor) {
    var slung = new ArrayList<Slung>();
    for (String target : targets) {
      try {
        slung.add(
            target.startsWith(Rules.COORDINATION)
                ? skipped(target)
                : scheduling.one(task(target), order, convoy, actor));
      } catch (SlingRefused e) {
        slung.add(new Slung(target, Result.REFUSED, e.text(), null, null));
      }
    }
    return slung;
  }

  private String task(String target) {
    if (tasks.find(target).filter(Task::isEpic).isPresent()) {
      throw SlingRefused.invalid("task %s is an epic: sling it by itself".formatted(target));
    }
    return target;
  }

  private void gather(String epic, List<String> found) {
    for (TaskLookup.Child child : tasks.children(epic)) {
      if (child.isEpic()) {
        gather(child.id(), found);
      } else {
        found.add(child.id());
      }
    }
  }

  private static Slung skipped(String task) {
    return new Slung(
        task, Result.SKIPPED, "is coordination, not work for an agent: skipped", null, null);
  }

  private static void refuseTaskOnly(SlingOrder order, String what) {
    List<String> given = order.taskOnly();
    if (!given.isEmpty()) {
      throw SlingRefused.invalid(
          "%s cannot be slung with %s: that goes with tasks"
              .formatted(what, String.join(", ", given)));
    }
  }
}
