package dev.pulse.server.sling;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to change of a task; null: that stays.
 *
 * @param parent empty: none
 * @param status {@code open} or {@code in_progress}
 */
public record TaskChange(
    @Nullable String title,
    @Nullable String description,
    @Nullable String parent,
    @Nullable String status,
    @Nullable List<String> labels) {
  public TaskChange {
    if (title != null) {
      Rules.line("title", title, Rules.LONGEST_TITLE);
    }
    if (description != null) {
      Rules.text("description", description);
    }
    if (parent != null && !parent.isEmpty()) {
      Rules.taskId(parent);
    }
    if (status != null) {
      Rules.oneOf("status", status, List.of("open", "in_progress"));
    }
    labels = labels == null ? null : Rules.labels(labels);
  }
}
