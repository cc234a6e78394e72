package dev.pulse.agents.org;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a file. Everything that gives an org file its shape is ASCII, so it is found in the
 * bytes themselves; only what lies between is decoded, leniently, to be read and never to be
 * written back.
 */
final class Source {
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] bytes;
  private final List<Span> lines;

  Source(byte[] bytes) {
    this.bytes = bytes;
    this.lines = split();
  }

  /** Not a copy: for this package, which changes none. */
  byte[] bytes() {
    return bytes;
  }

  /** The lines without their ends; a byte order mark belongs to no line. */
  List<Span> lines() {
    return lines;
  }

  private List<Span> split() {
    var lines = new ArrayList<Span>();
    int from = startsWithMark() ? MARK.length : 0;
    while (from < bytes.length) {
      int end = from;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      boolean carriage = end > from && bytes[end - 1] == '\r';
      lines.add(new Span(from, carriage ? end - 1 : end));
      from = end + 1;
    }
    return lines;
  }

  private boolean startsWithMark() {
    return bytes.length >= MARK.length
        && bytes[0] == MARK[0]
        && bytes[1] == MARK[1]
        && bytes[2] == MARK[2];
  }

  byte at(int position) {
    return bytes[position];
  }

  boolean isBlank(int position) {
    return bytes[position] == ' ' || bytes[position] == '\t';
  }

  /** Where the line after this one starts, or would start. */
  int after(Span line) {
    int next = line.to();
    while (next < bytes.length && bytes[next] != '\n') {
      next++;
    }
    return Math.min(next + 1, bytes.length);
  }

  /** How the line ends: as its neighbours would, where it is the last and has no end. */
  String ending(Span line) {
    if (line.to() < bytes.length) {
      return bytes[line.to()] == '\r' ? "\r\n" : "\n";
    }
    for (int at = 1; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        return bytes[at - 1] == '\r' ? "\r\n" : "\n";
      }
    }
    return "\n";
  }

  /** What is missing for a new line to start at the end of one. */
  String unended(int position, String ending) {
    return switch (position == 0 ? '\n' : bytes[position - 1]) {
      case '\n' -> "";
      case '\r' -> "\n";
      default -> ending;
    };
  }

  Span trimmed(Span span) {
    int from = span.from();
    int to = span.to();
    while (from < to && isBlank(from)) {
      from++;
    }
    while (to > from && isBlank(to - 1)) {
      to--;
    }
    return new Span(from, to);
  }

  /** The first word of a trimmed piece. */
  Span word(Span span) {
    int end = span.from();
    while (end < span.to() && !isBlank(end)) {
      end++;
    }
    return new Span(span.from(), end);
  }

  String text(Span span) {
    return new String(bytes, span.from(), span.length(), StandardCharsets.UTF_8);
  }

  /** These bytes with a piece of them replaced. */
  byte[] spliced(Span where, String text) {
    byte[] middle = text.getBytes(StandardCharsets.UTF_8);
    byte[] result = new byte[bytes.length - where.length() + middle.length];
    System.arraycopy(bytes, 0, result, 0, where.from());
    System.arraycopy(middle, 0, result, where.from(), middle.length);
    System.arraycopy(
        bytes, where.to(), result, where.from() + middle.length, bytes.length - where.to());
    return result;
  }
}
