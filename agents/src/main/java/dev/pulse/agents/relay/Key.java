package dev.pulse.agents.relay;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a metadata line can be about (R2). */
enum Key {
  SCHEDULER("Scheduler"),
  ON_FAILURE("On-Failure"),
  WORKDIR("Workdir"),
  ACTIVATED("Activated"),
  STATUS("Status"),
  AGENT("Agent"),
  LABEL("Label"),
  DELIVERABLE("Deliverable"),
  SESSION("Session"),
  RESULT("Result"),
  ATTEMPT("Attempt");

  /** Those of the plan itself, above the first component. */
  static final Set<Key> OF_PLAN = EnumSet.range(SCHEDULER, ACTIVATED);

  static final Set<Key> OF_COMPONENT = EnumSet.range(STATUS, ATTEMPT);

  private static final Pattern LINE =
      Pattern.compile("\\*\\*([A-Za-z][A-Za-z-]*):\\*\\*([ \\t]*)(.*)", Pattern.DOTALL);

  final String word;

  Key(String word) {
    this.word = word;
  }

  /**
   * A line that says something about a key.
   *
   * @param value where the value begins in the line
   * @param end where it ends; trailing spaces are not part of it
   */
  record Line(Key key, int value, int end) {}

  /** Reads a line at the margin as metadata, if it is that and one of these keys. */
  static Optional<Line> read(String raw, Set<Key> keys) {
    if (!raw.startsWith("**")) {
      return Optional.empty();
    }
    Matcher line = LINE.matcher(raw);
    if (!line.matches()) {
      return Optional.empty();
    }
    for (Key key : keys) {
      if (key.word.equals(line.group(1))) {
        boolean empty = line.group(3).isEmpty();
        int marker = line.end(1) + ":**".length();
        return Optional.of(
            empty ? new Line(key, marker, marker) : new Line(key, line.start(3), trimmed(raw)));
      }
    }
    return Optional.empty();
  }

  /** Where the line ends without the spaces at its end. */
  static int trimmed(String raw) {
    int end = raw.length();
    while (end > 0 && isSpace(raw.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean isSpace(char one) {
    return one == ' ' || one == '\t';
  }
}
