package dev.pulse.agents.relay;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A file's bytes, cut into lines. Lines are looked at byte by byte, so what is not UTF-8 survives a
 * splice like everything else (R12).
 */
final class Text {
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] bytes;

  /** Where each line begins, and after them the end of the file. */
  private final int[] starts;

  private Text(byte[] bytes, int[] starts) {
    this.bytes = bytes;
    this.starts = starts;
  }

  /** A line ends with LF, CR LF or a CR alone, as in CommonMark; a BOM belongs to no line. */
  static Text of(byte[] bytes) {
    int at = startsWithBom(bytes) ? BOM.length : 0;
    int[] starts = new int[16];
    int count = 0;
    while (at < bytes.length) {
      if (count + 2 > starts.length) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      starts[count++] = at;
      while (at < bytes.length && !isEnd(bytes[at])) {
        at++;
      }
      if (at < bytes.length && bytes[at++] == '\r' && at < bytes.length && bytes[at] == '\n') {
        at++;
      }
    }
    starts[count] = bytes.length;
    return new Text(bytes, Arrays.copyOf(starts, count + 1));
  }

  private static boolean startsWithBom(byte[] bytes) {
    return bytes.length >= BOM.length && Arrays.equals(bytes, 0, BOM.length, BOM, 0, BOM.length);
  }

  private static boolean isEnd(byte one) {
    return one == '\n' || one == '\r';
  }

  byte[] bytes() {
    return bytes;
  }

  int lines() {
    return starts.length - 1;
  }

  int start(int line) {
    return starts[line];
  }

  /** Behind the last byte of the line, before what ends it. */
  int end(int line) {
    int end = starts[line + 1];
    while (end > starts[line] && isEnd(bytes[end - 1])) {
      end--;
    }
    return end;
  }

  /** Where the next line begins. */
  int next(int line) {
    return starts[line + 1];
  }

  boolean isEnded(int line) {
    return end(line) < next(line);
  }

  /** The line, one character for each byte: everything that has a meaning here is ASCII. */
  String raw(int line) {
    int start = starts[line];
    return new String(bytes, start, end(line) - start, StandardCharsets.ISO_8859_1);
  }

  /** What stands between two places, for people. */
  String words(int from, int to) {
    return new String(bytes, from, Math.max(0, to - from), StandardCharsets.UTF_8);
  }

  /** How this line ends, or those above it where it does not. */
  String ending(int line) {
    int ended = isEnded(line) ? line : line - 1;
    return ended < 0
        ? "\n"
        : new String(bytes, end(ended), next(ended) - end(ended), StandardCharsets.ISO_8859_1);
  }
}
