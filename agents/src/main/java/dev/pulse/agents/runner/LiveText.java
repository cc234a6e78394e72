package dev.pulse.agents.runner;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What people watch while an attempt runs, whole lines at a time. A flood is thinned out before it
 * costs the network: the beginning goes through whole, then so much in each second.
 */
final class LiveText {
  private static final long FREE = 1 << 20;
  private static final long PER_SECOND = 64 << 10;
  private static final long SECOND = 1_000_000_000;

  private final Consumer<String> sink;
  private final LongSupplier nanos;
  private long sent;
  private long second;
  private long sentInSecond;
  private long dropped;

  LiveText(Consumer<String> sink, LongSupplier nanos) {
    this.sink = sink;
    this.nanos = nanos;
  }

  synchronized void say(String text) {
    if (text.isEmpty()) {
      return;
    }
    long now = nanos.getAsLong() / SECOND;
    if (now != second) {
      second = now;
      sentInSecond = 0;
    }
    if (sent >= FREE && sentInSecond >= PER_SECOND) {
      dropped += text.length();
      return;
    }
    if (dropped > 0) {
      sink.accept("… %d characters left out …\n".formatted(dropped));
      dropped = 0;
    }
    sent += text.length();
    sentInSecond += text.length();
    sink.accept(text);
  }
}
