package dev.pulse.cli;

import java.util.ArrayList;
import java.util.List;

/** How many were done, and when: a rate, and the way there. */
final class Pace {
  /** So many were done after so many seconds. */
  record Point(double seconds, long done) {}

  private final long start = System.nanoTime();
  private final List<Point> points = new ArrayList<>();

  Pace() {
    points.add(new Point(0, 0));
  }

  /** What was reached before is never taken back, whoever comes late to say so. */
  synchronized void reached(long done) {
    if (done > points.getLast().done()) {
      points.add(new Point((System.nanoTime() - start) / 1e9, done));
    }
  }

  synchronized List<Point> points() {
    return List.copyOf(points);
  }

  synchronized double perSecond() {
    Point last = points.getLast();
    return last.done() == 0 ? 0 : last.done() / last.seconds();
  }
}
