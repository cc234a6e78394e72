package dev.pulse.server.sling;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task as it is asked for.
 *
 * @param id of the caller's choice; null: the server's
 * @param project null: the one whose prefix the id has
 * @param type {@code task} or {@code epic}
 * @param request the same one again answers the same task
 */
public record NewTask(
    @Nullable String id,
    @Nullable String project,
    String title,
    String description,
    String type,
    @Nullable String parent,
    List<String> labels,
    List<String> dependsOn,
    @Nullable UUID request) {
  static final List<String> TYPES = List.of("task", "epic");

  public NewTask {
    if (id != null) {
      Rules.taskId(id);
    }
    if (id == null && project == null) {
      throw SlingRefused.invalid("a new task needs a project, or an id with a project's prefix");
    }
    Rules.line("title", title, Rules.LONGEST_TITLE);
    Rules.text("description", description);
    Rules.oneOf("type", type, TYPES);
    if (parent != null) {
      Rules.taskId(parent);
    }
    labels = Rules.labels(labels);
    dependsOn = dependsOn.stream().map(Rules::taskId).distinct().sorted().toList();
    if (id != null && (id.equals(parent) || dependsOn.contains(id))) {
      throw SlingRefused.invalid("a task is neither its own parent nor depends on itself");
    }
  }
}
