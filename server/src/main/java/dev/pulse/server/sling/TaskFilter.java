package dev.pulse.server.sling;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks.
 *
 * @param status null: any but closed; {@code all}: any
 */
public record TaskFilter(
    @Nullable String project,
    @Nullable String status,
    boolean ready,
    @Nullable String label,
    @Nullable String parent) {
  public static final TaskFilter UNFINISHED = new TaskFilter(null, null, false, null, null);

  public TaskFilter {
    if (status != null) {
      Rules.oneOf("status", status, List.of("open", "in_progress", "closed", "all"));
    }
  }
}
