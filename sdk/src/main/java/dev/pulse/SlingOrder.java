package dev.pulse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be slung, and how, being put together. Everything but {@link #project}, {@link #force}
 * and {@link #formula} goes with tasks only, not with an epic or a convoy.
 */
public final class SlingOrder {
  private final List<String> targets;
  private final Map<String, String> vars = new LinkedHashMap<>();
  private @Nullable String project;
  private boolean force;
  private @Nullable String formula;
  private @Nullable String formulaText;
  private @Nullable String args;
  private @Nullable String merge;
  private @Nullable String baseBranch;
  private boolean noMerge;
  private @Nullable String account;
  private @Nullable String agent;
  private boolean owned;
  private @Nullable String mode;

  private SlingOrder(List<String> targets) {
    this.targets = targets;
  }

  /** Tasks; or one epic, for its children; or one convoy, for its members. */
  public static SlingOrder of(String... targets) {
    return new SlingOrder(List.of(targets));
  }

  /** Tasks; or one epic, for its children; or one convoy, for its members. */
  public static SlingOrder of(List<String> targets) {
    return new SlingOrder(List.copyOf(targets));
  }

  /** The project they are of; otherwise each id's prefix tells. */
  public SlingOrder project(@Nullable String project) {
    this.project = project;
    return this;
  }

  /** Another project's task too, or one that is in progress. */
  public SlingOrder force() {
    this.force = true;
    return this;
  }

  /**
   * The prompt is made from a formula.
   *
   * @param text what its file says; null: there is no such file, and the server says so in its turn
   */
  public SlingOrder formula(String name, @Nullable String text) {
    this.formula = name;
    this.formulaText = text;
    return this;
  }

  /** Instructions in plain words, beside the task's own. */
  public SlingOrder args(@Nullable String args) {
    this.args = args;
    return this;
  }

  /** A value for a variable of the formula. */
  public SlingOrder var(String name, String value) {
    vars.put(name, value);
    return this;
  }

  /** {@code direct}, {@code mr} or {@code local}; otherwise {@code direct}. */
  public SlingOrder merge(@Nullable String strategy) {
    this.merge = strategy;
    return this;
  }

  /** Another base than the project's. */
  public SlingOrder baseBranch(@Nullable String branch) {
    this.baseBranch = branch;
    return this;
  }

  /** The work is not merged. */
  public SlingOrder noMerge() {
    this.noMerge = true;
    return this;
  }

  /** The account the agent is to use; its work counts against the limit of that name too. */
  public SlingOrder account(@Nullable String account) {
    this.account = account;
    return this;
  }

  /** Another agent than the project's. */
  public SlingOrder agent(@Nullable String agent) {
    this.agent = agent;
    return this;
  }

  /** The caller looks after convoys: none is made. */
  public SlingOrder owned() {
    this.owned = true;
    return this;
  }

  /** {@code ralph}: a fresh agent for each step of the checklist. */
  public SlingOrder mode(@Nullable String mode) {
    this.mode = mode;
    return this;
  }

  /** What is to be slung. */
  public List<String> targets() {
    return targets;
  }

  /** As given; null: not said. */
  public @Nullable String project() {
    return project;
  }

  /** Whether the caller insists. */
  public boolean isForced() {
    return force;
  }

  /** Its name; null: none. */
  public @Nullable String formula() {
    return formula;
  }

  /** What its file says; null: there is none. */
  public @Nullable String formulaText() {
    return formulaText;
  }

  /** As given; null: not said. */
  public @Nullable String args() {
    return args;
  }

  /** Values by variable. */
  public Map<String, String> vars() {
    return Map.copyOf(vars);
  }

  /** As given; null: not said. */
  public @Nullable String merge() {
    return merge;
  }

  /** As given; null: not said. */
  public @Nullable String baseBranch() {
    return baseBranch;
  }

  /** Whether the work is left unmerged. */
  public boolean isNoMerge() {
    return noMerge;
  }

  /** As given; null: not said. */
  public @Nullable String account() {
    return account;
  }

  /** As given; null: not said. */
  public @Nullable String agent() {
    return agent;
  }

  /** Whether the caller looks after convoys. */
  public boolean isOwned() {
    return owned;
  }

  /** As given; null: not said. */
  public @Nullable String mode() {
    return mode;
  }
}
