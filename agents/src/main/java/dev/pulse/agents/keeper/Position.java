package dev.pulse.agents.keeper;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the day: a state, and how many of its repeats are done (K4).
 *
 * <p>Written as {@code wake_add 2}.
 */
record Position(String state, int hits) {
  private static final Pattern WRITTEN = Pattern.compile("(\\S+) (\\d{1,9})");

  /** A failure holds the place; nothing to do ends the repeats but never passes over a state. */
  Position after(Outcome outcome, Lifecycle lifecycle) {
    Lifecycle.State here = lifecycle.state(state);
    return switch (outcome) {
      case DONE ->
          hits + 1 < here.repeat() ? new Position(state, hits + 1) : new Position(here.next(), 0);
      case NO_WORK -> new Position(here.next(), 0);
      case FAILED, KILLED -> this;
    };
  }

  /** Itself, or the start where its state has been taken out of the day. */
  Position within(Lifecycle lifecycle) {
    return lifecycle.has(state) ? this : lifecycle.start();
  }

  static Optional<Position> read(String text) {
    Matcher written = WRITTEN.matcher(text.strip());
    return written.matches()
        ? Optional.of(new Position(written.group(1), Integer.parseInt(written.group(2))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return state + " " + hits;
  }
}
