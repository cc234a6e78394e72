package dev.pulse.agents.registry;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An agent as its file describes it (A1).
 *
 * @param instructions the body of the file: the system prompt
 * @param extras keys that are not ours, for the command line they were written for
 */
public record Agent(
    String name,
    String description,
    Program program,
    Place place,
    Bounds bounds,
    Checks checks,
    String instructions,
    Map<String, Object> extras) {
  /** In a plan's place of an agent: a person. No file may take the name. */
  public static final String HUMAN = "HUMAN";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  /** Whether an agent may be called that. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Where it works.
   *
   * @param workdir null: a folder of its own under the home
   * @param worktree whether each job gets a git worktree of its own
   */
  public record Place(@Nullable Path workdir, Map<String, String> env, boolean worktree) {
    /** Keeps its own copy. */
    public Place {
      env = Map.copyOf(env);
    }
  }

  /**
   * How far it may go.
   *
   * @param timeout by the wall clock
   * @param silence how long it may say nothing; null: as long as it likes
   * @param limits what its jobs count against
   * @param maxCostUsd null: any
   */
  public record Bounds(
      Duration timeout,
      @Nullable Duration silence,
      List<String> limits,
      @Nullable BigDecimal maxCostUsd) {
    /** Keeps its own copy. */
    public Bounds {
      limits = List.copyOf(limits);
    }
  }

  /**
   * Commands that belong to it; an empty one is none.
   *
   * @param verify must exit 0 after the agent has done its work
   * @param dream what it does in a state that calls no model
   */
  public record Checks(List<String> verify, List<String> dream) {
    /** Keeps its own copy. */
    public Checks {
      verify = List.copyOf(verify);
      dream = List.copyOf(dream);
    }
  }
}
