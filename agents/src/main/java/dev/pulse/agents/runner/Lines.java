package dev.pulse.agents.runner;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Cuts bytes into lines; of a line without an end only the beginning is kept. */
final class Lines {
  /** Events of the command lines carry whole files at times. */
  static final int LONGEST = 4 << 20;

  private final Consumer<String> sink;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  Lines(Consumer<String> sink) {
    this.sink = sink;
  }

  void add(byte[] bytes, int length) {
    int from = 0;
    for (int at = 0; at < length; at++) {
      if (bytes[at] == '\n') {
        keep(bytes, from, at);
        end();
        from = at + 1;
      }
    }
    keep(bytes, from, length);
  }

  /** What has no line end at the end of all is a line too. */
  void end() {
    if (line.size() > 0) {
      sink.accept(line.toString(StandardCharsets.UTF_8));
      line.reset();
    }
  }

  private void keep(byte[] bytes, int from, int to) {
    line.write(bytes, from, Math.min(to - from, LONGEST - line.size()));
  }
}
