package dev.pulse.server.sling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is to be slung, and how (G3).
 *
 * @param targets tasks; or one epic, for its children, or one convoy, for its members
 * @param project null: by the prefix of each id
 * @param force another project's task too, or one that is in progress
 * @param owned the caller looks after convoys: none is made
 * @param mode {@code ralph}: a fresh agent for each step
 */
public record SlingOrder(
    List<String> targets,
    @Nullable String project,
    boolean force,
    @Nullable FormulaFile formula,
    @Nullable String args,
    Map<String, String> vars,
    @Nullable String merge,
    @Nullable String baseBranch,
    boolean noMerge,
    @Nullable String account,
    @Nullable String agent,
    boolean owned,
    @Nullable String mode) {
  private static final int MOST_TARGETS = 1000;

  /**
   * A file of the caller's.
   *
   * @param text null: there is no such file
   */
  public record FormulaFile(String name, @Nullable String text) {}

  public SlingOrder {
    if (targets.isEmpty() || targets.size() > MOST_TARGETS) {
      throw SlingRefused.invalid("1 to %d tasks can be slung at once".formatted(MOST_TARGETS));
    }
    targets = targets.stream().map(Rules::taskId).distinct().toList();
    vars = Map.copyOf(vars);
    if (args != null) {
      Rules.text("args", args);
    }
    if (merge != null) {
      Rules.oneOf("merge", merge, List.of("direct", "mr", "local"));
    }
    if (baseBranch != null) {
      Rules.line("base_branch", baseBranch, 200);
    }
    if (account != null) {
      Rules.name("account", account);
    }
    if (mode != null) {
      Rules.oneOf("mode", mode, List.of("ralph"));
    }
    if (formula != null) {
      Rules.name("formula", formula.name());
    }
    for (var each : new TreeMap<>(vars).entrySet()) {
      Rules.name("var", each.getKey());
      Rules.text("var " + each.getKey(), each.getValue());
    }
  }

  /** Just these tasks, everything else as usual. */
  public static SlingOrder of(String... targets) {
    return new SlingOrder(
        List.of(targets),
        null,
        false,
        null,
        null,
        Map.of(),
        null,
        null,
        false,
        null,
        null,
        false,
        null);
  }

  /** What was given that goes with tasks only, not with an epic or a convoy. */
  List<String> taskOnly() {
    var given = new ArrayList<String>();
    note(given, args != null, "args");
    note(given, !vars.isEmpty(), "var");
    note(given, merge != null, "merge");
    note(given, baseBranch != null, "base-branch");
    note(given, noMerge, "no-merge");
    note(given, account != null, "account");
    note(given, agent != null, "agent");
    note(given, owned, "owned");
    note(given, mode != null, "mode");
    return given;
  }

  private static void note(List<String> given, boolean is, String flag) {
    if (is) {
      given.add("--" + flag);
    }
  }
}
