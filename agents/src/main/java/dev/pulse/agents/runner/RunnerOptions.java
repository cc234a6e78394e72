package dev.pulse.agents.runner;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a runner works.
 *
 * @param name what the server calls it; null for host and process id
 * @param slots how many agents at the same time
 * @param grace how long an agent may take to end after SIGTERM
 * @param drain how long running agents may go on when the runner stops
 * @param env what every agent finds in its environment, beside what the runner has in its own
 */
public record RunnerOptions(
    @Nullable String name, int slots, Duration grace, Duration drain, Map<String, String> env) {
  /** What is used where nothing is said. */
  public static final RunnerOptions DEFAULT =
      new RunnerOptions(null, 8, Duration.ofSeconds(5), Duration.ofSeconds(30), Map.of());

  /** Refuses what cannot work. */
  public RunnerOptions {
    if (slots < 1) {
      throw new IllegalArgumentException("a runner needs a slot");
    }
    if (grace.isNegative() || drain.isNegative()) {
      throw new IllegalArgumentException("a duration cannot be negative");
    }
    env = Map.copyOf(env);
  }

  /** The same with so many slots. */
  public RunnerOptions withSlots(int slots) {
    return new RunnerOptions(name, slots, grace, drain, env);
  }

  /** The same under that name. */
  public RunnerOptions withName(String name) {
    return new RunnerOptions(name, slots, grace, drain, env);
  }

  /** The same with that time to end after SIGTERM. */
  public RunnerOptions withGrace(Duration grace) {
    return new RunnerOptions(name, slots, grace, drain, env);
  }

  /** The same with that time to go on when the runner stops. */
  public RunnerOptions withDrain(Duration drain) {
    return new RunnerOptions(name, slots, grace, drain, env);
  }

  /** The same with these variables for every agent. */
  public RunnerOptions withEnv(Map<String, String> env) {
    return new RunnerOptions(name, slots, grace, drain, env);
  }
}
