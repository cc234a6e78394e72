package dev.pulse.server.log;

import java.util.List;

/** Some chunks of a log in a row, as one text. */
record LogText(String text, long end) {
  /** A chunk as it is kept. */
  record Kept(long starts, long ends, String text) {}

  /**
   * What is missing between two chunks is told by a line of its own. Of the text before {@code
   * from} only the length is known here: better an empty line than half a one.
   */
  static LogText of(long from, List<Kept> chunks) {
    var text = new StringBuilder();
    long at = from;
    for (Kept chunk : chunks) {
      if (chunk.starts() > at) {
        boolean amidALine = text.isEmpty() ? from > 0 : text.charAt(text.length() - 1) != '\n';
        text.append(amidALine ? "\n" : "")
            .append("[%d bytes of the log are missing here]\n".formatted(chunk.starts() - at));
      }
      text.append(chunk.text());
      at = chunk.ends();
    }
    return new LogText(text.toString(), at);
  }

  boolean isEmpty() {
    return text.isEmpty();
  }
}
