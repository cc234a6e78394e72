package dev.pulse.agents.runner;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The beginning and the end of what was said, in bounded memory. */
final class Excerpt {
  private final int bound;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private final byte[] ring;
  private long written;

  /**
   * @param bound of each
   */
  Excerpt(int bound) {
    this.bound = bound;
    this.ring = new byte[bound];
  }

  synchronized void add(byte[] bytes, int length) {
    int toHead = Math.min(length, bound - head.size());
    head.write(bytes, 0, toHead);
    int skipped = Math.max(0, length - bound); // only the last of a large piece can stay
    written += skipped;
    for (int at = skipped; at < length; ) {
      int turn = (int) (written % bound);
      int part = Math.min(length - at, bound - turn);
      System.arraycopy(bytes, at, ring, turn, part);
      at += part;
      written += part;
    }
  }

  /** How it began. */
  synchronized String head() {
    return text(head.toByteArray());
  }

  /** How it ended; from the beginning if it fits. */
  synchronized String tail() {
    int length = (int) Math.min(written, bound);
    byte[] last = new byte[length];
    for (int at = 0; at < length; at++) {
      last[at] = ring[(int) ((written - length + at) % bound)];
    }
    return text(last);
  }

  /** Leniently: what is no text is marked, and what no terminal should get is left out. */
  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).replaceAll("[\\p{Cntrl}&&[^\n\t]]", "");
  }
}
