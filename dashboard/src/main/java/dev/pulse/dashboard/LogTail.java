package dev.pulse.dashboard;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The last lines of one log, while it is written. */
final class LogTail {
  private static final int LINES = 500;
  private static final int LONGEST_LINE = 2000;
  private static final int LONGEST = 200_000;
  private static final long PATIENCE_MILLIS = 250;

  /**
   * What there is to see of it.
   *
   * @param text its last lines
   * @param skipped how many lines come before them
   * @param over whether nothing more comes
   * @param trouble why it cannot be read; empty when it can
   */
  record Seen(String text, long skipped, boolean over, String trouble) {}

  private final Deque<String> lines = new ArrayDeque<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private int length;
  private long skipped;
  private boolean over;
  private String trouble = "";
  private long looked = System.nanoTime();
  private @Nullable Stream<String> source;

  Seen look() {
    try {
      // Whoever opens the page first waits a moment, once, instead of seeing an empty log.
      begun.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      begun.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      looked = System.nanoTime();
      return new Seen(String.join("\n", lines), skipped, over, trouble);
    }
  }

  synchronized boolean isIdle(Duration atLeast) {
    return System.nanoTime() - looked > atLeast.toNanos();
  }

  void read(Stream<String> log) {
    synchronized (this) {
      source = log;
    }
    for (Iterator<String> each = log.iterator(); each.hasNext(); ) {
      add(Text.bounded(each.next(), LONGEST_LINE));
    }
    synchronized (this) {
      over = true;
    }
    begun.countDown();
  }

  private synchronized void add(String line) {
    lines.addLast(line);
    length += line.length() + 1;
    while (lines.size() > LINES || length > LONGEST) {
      length -= lines.removeFirst().length() + 1;
      skipped++;
    }
  }

  synchronized void fail(String message) {
    trouble = message;
    begun.countDown();
  }

  synchronized void close() {
    if (source != null) {
      source.close();
    }
  }
}
