package dev.pulse.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The end of what a command wrote. */
final class OutputTail {
  private final byte[] ring;
  private long total;

  OutputTail(int most) {
    this.ring = new byte[most];
  }

  synchronized void add(byte[] bytes, int length) {
    for (int at = Math.max(0, length - ring.length); at < length; at++) {
      ring[(int) ((total + at) % ring.length)] = bytes[at];
    }
    total += length;
  }

  /** Begins at a line, if more than the last one was kept. */
  synchronized String text() {
    if (total <= ring.length) {
      return new String(Arrays.copyOf(ring, (int) total), StandardCharsets.UTF_8);
    }
    int start = (int) (total % ring.length);
    byte[] inOrder = new byte[ring.length];
    System.arraycopy(ring, start, inOrder, 0, ring.length - start);
    System.arraycopy(ring, 0, inOrder, ring.length - start, start);
    String text = new String(inOrder, StandardCharsets.UTF_8);
    int line = text.indexOf('\n');
    return "…" + (line < 0 || line == text.length() - 1 ? text : text.substring(line + 1));
  }
}
