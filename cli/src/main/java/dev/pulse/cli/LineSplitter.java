package dev.pulse.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Makes lines of what a command writes; one that never ends is told in parts. */
final class LineSplitter {
  static final int LONGEST = 1 << 20;

  private final Consumer<String> lines;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

  LineSplitter(Consumer<String> lines) {
    this.lines = lines;
  }

  void add(byte[] bytes, int length) {
    int from = 0;
    for (int at = 0; at < length; at++) {
      boolean ends = bytes[at] == '\n';
      if (ends || (begun.size() + at - from >= LONGEST && isStart(bytes[at]))) {
        begun.write(bytes, from, at - from);
        tell();
        from = ends ? at + 1 : at;
      }
    }
    begun.write(bytes, from, length - from);
  }

  /** The last line's end may be missing. */
  void end() {
    if (begun.size() > 0) {
      tell();
    }
  }

  /** Whether a character starts with this byte of UTF-8. */
  private static boolean isStart(byte b) {
    return (b & 0xC0) != 0x80;
  }

  /** Bytes that are no UTF-8 become replacement characters. */
  private void tell() {
    lines.accept(begun.toString(StandardCharsets.UTF_8));
    begun.reset();
  }
}
