package dev.pulse.dashboard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** One screen that somebody looks at, and everybody who does. */
final class Watch {
  /** Nothing between a browser and us waits longer than that for a silent stream. */
  private static final Duration BREATH = Duration.ofSeconds(15);

  /** Drawing takes at most this share of the time: a quarter. */
  private static final int REST = 3;

  private final Supplier<String> drawing;
  private final Duration every;
  private final List<Tab> tabs = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition nudged = lock.newCondition();
  private String revision = "";
  private String event = "";
  private boolean wanted;
  private boolean over;

  Watch(Supplier<String> drawing, Duration every) {
    this.drawing = drawing;
    this.every = every;
  }

  /**
   * Another one looks.
   *
   * @return false: this watch has ended, somebody has to begin another
   */
  boolean join(Tab tab, String seen) {
    lock.lock();
    try {
      if (over) {
        return false;
      }
      tabs.add(tab);
      if (revision.isEmpty()) {
        revision = seen; // the first one: what it shows is what there is to compare with
      } else if (!revision.equals(seen)) {
        telling(tab);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** It shows something else than the others do. */
  private void telling(Tab tab) {
    if (event.isEmpty()) {
      revision = "unknown"; // nothing was drawn yet: whatever is drawn next is news
      wanted = true;
      nudged.signal();
    } else {
      tab.tell(event);
    }
  }

  void nudge() {
    lock.lock();
    try {
      wanted = true;
      nudged.signal();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      over = true;
      tabs.forEach(Tab::end);
      tabs.clear();
      nudged.signal();
    } finally {
      lock.unlock();
    }
  }

  void untilNobodyLooks() throws InterruptedException {
    long breathed = System.nanoTime();
    long took = 0;
    while (rest(Math.max(every.toNanos(), REST * took))) {
      long begun = System.nanoTime();
      tell(drawn());
      took = System.nanoTime() - begun;
      if (System.nanoTime() - breathed > BREATH.toNanos()) {
        breathed = System.nanoTime();
        breathe();
      }
    }
  }

  /** Waits for the next turn; false when there is none, because nobody is left. */
  private boolean rest(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (!wanted && !over && left > 0) {
        left = nudged.awaitNanos(left);
      }
      wanted = false;
      tabs.removeIf(tab -> !tab.isOpen());
      over |= tabs.isEmpty();
      return !over;
    } finally {
      lock.unlock();
    }
  }

  private Events.Drawn drawn() {
    try {
      return Events.page(drawing.get());
    } catch (RuntimeException e) {
      return Events.trouble(Trouble.of(e).message());
    }
  }

  private void tell(Events.Drawn drawn) {
    lock.lock();
    try {
      if (drawn.revision().equals(revision)) {
        return;
      }
      revision = drawn.revision();
      event = drawn.event();
      tabs.forEach(tab -> tab.tell(event));
    } finally {
      lock.unlock();
    }
  }

  private void breathe() {
    lock.lock();
    try {
      tabs.forEach(Tab::breathe);
    } finally {
      lock.unlock();
    }
  }
}
