package dev.pulse.agents.relay;

import java.util.Optional;

/** Where a component stands, as its file says (R3). */
public enum Status {
  PENDING,
  IN_PROGRESS,
  COMPLETED,
  FAILED,
  BLOCKED;

  /** The status that is written so, to the letter; empty for anything else. */
  static Optional<Status> read(String text) {
    for (Status status : values()) {
      if (status.name().equals(text)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
