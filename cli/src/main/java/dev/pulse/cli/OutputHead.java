package dev.pulse.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The beginning of what a command wrote, and how much it was in all. */
final class OutputHead {
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final int most;
  private long total;

  OutputHead(int most) {
    this.most = most;
  }

  synchronized void add(byte[] bytes, int length) {
    kept.write(bytes, 0, Math.min(length, most - kept.size()));
    total += length;
  }

  synchronized boolean isWhole() {
    return total == kept.size();
  }

  synchronized long total() {
    return total;
  }

  /** Bytes that are no UTF-8 become replacement characters. */
  synchronized String text() {
    return kept.toString(StandardCharsets.UTF_8);
  }
}
