package dev.pulse.cli;

import dev.pulse.Convoy;
import dev.pulse.PulseException;
import dev.pulse.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tasks as people see them. */
final class TaskText {
  private TaskText() {}

  /** Where a task stands, in one word. */
  static String state(Task task) {
    if (!task.status().equals("open")) {
      return task.status();
    }
    if (!task.blockedBy().isEmpty()) {
      return "blocked";
    }
    if ("scheduled".equals(task.slingState())) {
      return "slung";
    }
    return task.type().equals("epic") ? "epic" : "ready";
  }

  static void draw(List<Task> tasks, Screen screen) {
    var table =
        new Table(
            Table.Column.whole("ID"),
            Table.Column.whole("STATE"),
            Table.Column.of("TITLE"),
            Table.Column.of("WAITS FOR"),
            Table.Column.whole("AGE"));
    for (Task task : tasks) {
      table.row(
          Table.Cell.of(task.id()),
          screen.state(state(task)),
          Table.Cell.of(task.title()),
          Table.Cell.of(waits(task)),
          Table.Cell.of(Ago.of(task.createdAt(), screen.now()).replace(" ago", "")));
    }
    screen.table(table);
  }

  static void answer(List<Task> tasks, Output output, String none) {
    output.answer(
        json -> TaskJson.tasks(json, tasks),
        screen -> {
          if (tasks.isEmpty()) {
            screen.line(none);
          } else {
            draw(tasks, screen);
          }
        });
  }

  static PulseException none(String what, String id) {
    return new PulseException(
        PulseException.Code.NOT_FOUND, "there is no %s %s".formatted(what, id), null);
  }

  static String waiting(Task task) {
    return task.blockedBy().isEmpty()
        ? "waits for nothing"
        : "waits for " + String.join(", ", task.blockedBy());
  }

  static void convoy(Convoy convoy, Screen screen) {
    screen.fact("convoy", convoy.id());
    screen.fact("title", convoy.title());
    screen.fact("done", Bar.of("", convoy.closed(), convoy.total()).strip());
    screen.time("created", convoy.createdAt());
    screen.line("");
    var table =
        new Table(
            Table.Column.whole("TASK"), Table.Column.whole("STATUS"), Table.Column.of("TITLE"));
    for (Convoy.Member member : convoy.members()) {
      table.row(
          Table.Cell.of(member.task()),
          screen.state(member.status()),
          Table.Cell.of(member.title()));
    }
    screen.table(table);
  }

  private static String waits(Task task) {
    if (!task.blockedBy().isEmpty()) {
      return String.join(", ", task.blockedBy());
    }
    return task.lastFailure() == null || task.status().equals("closed")
        ? ""
        : "failed: " + task.lastFailure();
  }

  static void facts(Task task, Screen screen) {
    screen.fact("id", task.id());
    screen.fact("title", task.title());
    screen.fact("state", state(task));
    screen.fact("type", task.type());
    screen.fact("project", task.project());
    screen.fact("parent", task.parent());
    screen.fact("labels", joined(task.labels()));
    screen.fact("depends on", joined(task.dependsOn()));
    screen.fact("waits for", joined(task.blockedBy()));
    screen.fact("sling", task.slingId() == null ? null : task.slingId() + " " + task.slingState());
    screen.fact("last failure", task.lastFailure());
    screen.time("created", task.createdAt());
    screen.time("closed", task.closedAt());
    screen.fact("because", task.closeReason());
    if (!task.description().isBlank()) {
      screen.line("");
      screen.line(task.description().stripTrailing());
    }
  }

  private static @Nullable String joined(List<String> words) {
    return words.isEmpty() ? null : String.join(", ", words);
  }
}
