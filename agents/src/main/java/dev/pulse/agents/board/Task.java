package dev.pulse.agents.board;

import org.jspecify.annotations.Nullable;

/**
 * An item of the board.
 *
 * @param id its {@code :ID:} or {@code :CUSTOM_ID:}, else its title
 * @param status {@code NEXT}, {@code DOING}, {@code DONE}, or whatever else its author wrote
 * @param agent who claimed it
 * @param line where it stands
 */
public record Task(String id, String title, String status, @Nullable String agent, int line) {
  static final String NEXT = "NEXT";
  static final String DOING = "DOING";
  static final String DONE = "DONE";

  boolean isDoneBy(@Nullable String who) {
    return who != null && !status.equals(NEXT) && who.equals(agent);
  }

  boolean isHeld() {
    return status.equals(DOING) && agent != null;
  }
}
