package dev.pulse.agents.keeper;

import java.time.Duration;

/**
 * How a keeper keeps.
 *
 * @param slots how many standing agents run at the same time, where nobody has set the limit
 * @param wallClock how long a run may take; waiting for a slot is not counted
 * @param look how long it waits for news of a run before it looks at the clock
 * @param watch how often it looks for changes of files
 * @param gitops whether each tick pulls the home first
 * @param pull how long that may take
 */
public record KeeperConfig(
    int slots, Duration wallClock, Duration look, Duration watch, boolean gitops, Duration pull) {
  /** What the documents promise. */
  public static final KeeperConfig DEFAULT =
      new KeeperConfig(
          2,
          Duration.ofMinutes(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(2),
          false,
          Duration.ofSeconds(30));

  /** Refuses what cannot work. */
  public KeeperConfig {
    if (slots < 1) {
      throw new IllegalArgumentException("slots: at least 1, not " + slots);
    }
    positive("wallClock", wallClock);
    positive("look", look);
    positive("watch", watch);
    positive("pull", pull);
  }

  /** The same, but pulling the home before each tick or not. */
  public KeeperConfig pulling(boolean on) {
    return new KeeperConfig(slots, wallClock, look, watch, on, pull);
  }

  private static void positive(String name, Duration duration) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(name + ": longer than 0, not " + duration);
    }
  }
}
