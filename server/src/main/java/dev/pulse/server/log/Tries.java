package dev.pulse.server.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tries that make up one attempt as users count them: a try that was snoozed or handed back did
 * not count, so the next one has its number again.
 */
record Tries(int number, List<Try> all) {
  static final Tries NONE = new Tries(0, List.of());

  /** One start of a job; {@code outcome} is null while it is under way. */
  record Try(int tries, int number, @Nullable String outcome) {}

  /** Those of the last attempt. */
  static Tries last(List<Try> known) {
    return known.isEmpty() ? NONE : of(known, known.getLast().number());
  }

  /**
   * Those of the attempt with that number; if the job was started over by hand and there are
   * several, of the last of them.
   */
  static Tries of(List<Try> known, int number) {
    int end = known.size();
    while (end > 0 && known.get(end - 1).number() != number) {
      end--;
    }
    int start = end;
    while (start > 0 && known.get(start - 1).number() == number) {
      start--;
    }
    return start == end ? NONE : new Tries(number, List.copyOf(known.subList(start, end)));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  boolean haveEnded() {
    return all.stream().noneMatch(each -> each.outcome() == null);
  }
}
