package dev.pulse.server.sling;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an agent is told: the task, or the formula made of it. Pure. */
final class Prompt {
  /** An item of a checklist that is not ticked. */
  private static final Pattern STEP = Pattern.compile("(?m)^\\s*[-*+]\\s+\\[ ]\\s+(\\S.*)$");

  private Prompt() {}

  static String of(Task task, String project, SlingOrder order, @Nullable Formula formula) {
    String args = order.args() == null ? "" : order.args().strip();
    if (formula == null) {
      if (!order.vars().isEmpty()) {
        throw SlingRefused.invalid("--var goes with a formula");
      }
      return joined(joined(task.title(), task.description().strip()), args);
    }
    String rendered =
        formula.render(
            order.vars(),
            Map.of(
                "task", task.id(),
                "title", task.title(),
                "description", task.description(),
                "project", project,
                "args", args));
    return formula.uses("args") ? rendered : joined(rendered, args);
  }

  private static String joined(String one, String other) {
    return other.isEmpty() ? one : one.isEmpty() ? other : one + "\n\n" + other;
  }

  /** The steps of its checklist, in order. */
  static List<String> steps(String prompt) {
    return STEP.matcher(prompt).results().map(step -> step.group(1).strip()).toList();
  }
}
