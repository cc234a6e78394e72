package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.SlingOrder;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Everything a sling may say (G3). */
final class SlingOptions {
  private static final Set<String> MERGES = Set.of("direct", "mr", "local");

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      description = "Who does it, instead of the project's agent.")
  private @Nullable String agent;

  @Option(
      names = "--args",
      paramLabel = "TEXT",
      description = "Instructions in plain words, beside the task's own.")
  private @Nullable String args;

  @Option(
      names = "--formula",
      paramLabel = "NAME",
      description = "The prompt is made by formulas/NAME.md of the home.")
  private @Nullable String formula;

  @Option(
      names = "--var",
      paramLabel = "NAME=VALUE",
      description = "A variable of the formula; may be repeated.")
  private Map<String, String> vars = new LinkedHashMap<>();

  @Option(
      names = "--merge",
      paramLabel = "HOW",
      description = "direct (default): into the base branch; mr: push the branch; local: keep it.")
  private @Nullable String merge;

  @Option(names = "--no-merge", description = "Leave the branch as it is.")
  private boolean noMerge;

  @Option(
      names = "--base-branch",
      paramLabel = "BRANCH",
      description = "Begin there, instead of the project's base branch.")
  private @Nullable String baseBranch;

  @Option(
      names = "--account",
      paramLabel = "LIMIT",
      description = "The account to use: a limit the job counts against.")
  private @Nullable String account;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "ralph: a fresh agent for each step of the checklist.")
  private @Nullable String mode;

  @Option(names = "--owned", description = "You look after convoys: none is made.")
  private boolean owned;

  @Option(
      names = "--force",
      description = "Also another project's task, or one that is in progress.")
  private boolean force;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "${env:PULSE_HOME:-${sys:user.home}/.pulse}",
      description = "Where formulas are (PULSE_HOME; default ~/.pulse).")
  private Path home = Path.of(".pulse");

  void check() {
    Bounds.text("--agent", agent, Bounds.LONGEST_NAME);
    Bounds.text("--formula", formula, Bounds.LONGEST_NAME);
    Bounds.text("--base-branch", baseBranch, Bounds.LONGEST_NAME);
    Bounds.text("--account", account, Bounds.LONGEST_NAME);
    if (merge != null && !MERGES.contains(merge)) {
      throw Misuse.option("--merge", "'%s' is not one of direct, mr, local".formatted(merge));
    }
    if (merge != null && noMerge) {
      throw Misuse.option("--merge", "it excludes --no-merge");
    }
    if (mode != null && !mode.equals("ralph")) {
      throw Misuse.option("--mode", "'%s' is not ralph".formatted(mode));
    }
    if (formula != null && (formula.contains("/") || formula.startsWith("."))) {
      throw Misuse.option("--formula", "it is a name, not a path");
    }
  }

  /** The order, with what its words mean: the last of several may be a project (G5). */
  SlingOrder order(Pulse pulse, List<String> words) throws IOException {
    String last = words.getLast();
    boolean named = words.size() > 1 && isProject(last, pulse);
    var order =
        SlingOrder.of(named ? words.subList(0, words.size() - 1) : words)
            .project(named ? last : null)
            .args(args)
            .merge(merge)
            .baseBranch(baseBranch)
            .account(account)
            .agent(agent)
            .mode(mode);
    vars.forEach(order::var);
    if (formula != null) {
      order.formula(formula, text(formula));
    }
    if (noMerge) {
      order.noMerge();
    }
    if (owned) {
      order.owned();
    }
    return force ? order.force() : order;
  }

  /** A task's id has a hyphen, so what has none is meant to be a project, also if there is none. */
  private static boolean isProject(String word, Pulse pulse) {
    return !word.contains("-") || pulse.tasks().findProject(word).isPresent();
  }

  /** A file that is not there is the server's to refuse, after what it checks before (G4). */
  private @Nullable String text(String name) throws IOException {
    try {
      return Files.readString(home.resolve("formulas").resolve(name + ".md"));
    } catch (NoSuchFileException e) {
      return null;
    } catch (CharacterCodingException e) {
      throw Misuse.option("--formula", "its file is not UTF-8");
    }
  }
}
