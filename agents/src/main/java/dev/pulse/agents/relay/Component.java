package dev.pulse.agents.relay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One step of a plan.
 *
 * @param index its place in the file, from 0
 * @param number what its header says; -1 for a number that no plan can have
 * @param line the line of its header, counted from 0
 * @param fields the canonical block: the first line of each kind, directly under the header (R4)
 * @param duplicates what the block says a second time
 * @param blockEnd the first line behind the block
 * @param body where the instructions begin and end, in bytes
 */
record Component(
    int index,
    int number,
    String title,
    int line,
    Map<Key, Field> fields,
    List<Field> duplicates,
    int blockEnd,
    Span body) {
  /** From here to before there, in bytes. */
  record Span(int from, int to) {}

  static final String HUMAN = "HUMAN";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern ATTEMPT = Pattern.compile("(\\d{1,9})(?: \\(healed ([0-9])\\))?");

  Status status() {
    return written(Key.STATUS).flatMap(Status::read).orElse(Status.PENDING);
  }

  boolean is(Status status) {
    return status() == status;
  }

  boolean isHuman() {
    return written(Key.AGENT).filter(HUMAN::equals).isPresent();
  }

  /** What the line of that key says; empty when there is no such line or nothing in it. */
  Optional<String> written(Key key) {
    return Optional.ofNullable(fields.get(key)).map(Field::value).filter(value -> !value.isEmpty());
  }

  @Nullable Field field(Key key) {
    return fields.get(key);
  }

  Optional<String> agent() {
    return written(Key.AGENT);
  }

  /** The path as written, which may stand between backticks. */
  Optional<String> deliverable() {
    return written(Key.DELIVERABLE)
        .map(
            path ->
                path.length() > 2 && path.matches("`[^`]+`")
                    ? path.substring(1, path.length() - 1)
                    : path);
  }

  /** The number of the component whose conversation it goes on with, if it names one. */
  Optional<Integer> session() {
    return written(Key.SESSION)
        .filter(number -> NUMBER.matcher(number).matches())
        .map(Integer::valueOf);
  }

  /** How often it was started, and how often of these it came back without an end (R10). */
  Tries tries() {
    Matcher tries = ATTEMPT.matcher(written(Key.ATTEMPT).orElse("0"));
    if (!tries.matches()) {
      return Tries.NONE;
    }
    String healed = tries.group(2);
    return new Tries(
        Integer.parseInt(tries.group(1)), healed == null ? 0 : Integer.parseInt(healed));
  }

  /** Whether its Attempt line can be read. */
  boolean hasReadableTries() {
    return written(Key.ATTEMPT).map(text -> ATTEMPT.matcher(text).matches()).orElse(true);
  }
}
