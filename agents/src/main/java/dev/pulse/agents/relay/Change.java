package dev.pulse.agents.relay;

import org.jspecify.annotations.Nullable;

/**
 * What is to be written about a component; null leaves a line as it is.
 *
 * @param result one paragraph; made one line
 */
record Change(@Nullable Status status, @Nullable Tries tries, @Nullable String result) {
  private static final int LONGEST_RESULT = 800;

  static Change to(Status status) {
    return new Change(status, null, null);
  }

  Change with(Tries tries) {
    return new Change(status, tries, result);
  }

  Change saying(String result) {
    return new Change(status, tries, oneParagraph(result));
  }

  /**
   * R8: what is written is read back whole, so it has no line ends and no bounds but its length.
   */
  private static String oneParagraph(String text) {
    var line = new StringBuilder();
    text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.isWhitespace(c) ? ' ' : c)
        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
        .limit(100L * LONGEST_RESULT)
        .forEach(
            c -> {
              if (c != ' ' || (!line.isEmpty() && line.charAt(line.length() - 1) != ' ')) {
                line.appendCodePoint(c);
              }
            });
    String words = line.toString().strip();
    return words.codePointCount(0, words.length()) <= LONGEST_RESULT
        ? words
        : words.substring(0, words.offsetByCodePoints(0, LONGEST_RESULT)).strip() + " …";
  }
}
