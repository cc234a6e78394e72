package dev.pulse.agents.org;

/** A piece of the file's bytes. */
record Span(int from, int to) {
  int length() {
    return to - from;
  }
}
