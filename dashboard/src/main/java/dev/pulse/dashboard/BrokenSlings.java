package dev.pulse.dashboard;

import dev.pulse.Pulse;
import dev.pulse.Sling;
import dev.pulse.Task;
import java.util.HashSet;
import java.util.List;

/** Slings whose dispatch failed too often, and whose tasks nobody has taken up since (G7). */
final class BrokenSlings {
  /** One that broke longer ago is found by its task. */
  private static final int RECENT = 200;

  private BrokenSlings() {}

  /** The latest first. */
  static List<Sling> of(Pulse pulse, int most) {
    var seen = new HashSet<String>();
    try (var latest = pulse.scheduler().history()) {
      return latest
          .limit(RECENT)
          .filter(sling -> seen.add(sling.task()))
          .filter(sling -> sling.state().equals("circuit-broken"))
          .filter(sling -> isOpen(pulse, sling.task()))
          .limit(most)
          .toList();
    }
  }

  /** A task that somebody closed by hand waits for nobody. */
  private static boolean isOpen(Pulse pulse, String task) {
    return pulse.tasks().find(task).map(Task::status).filter("open"::equals).isPresent();
  }
}
