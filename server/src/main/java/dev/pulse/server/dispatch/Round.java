package dev.pulse.server.dispatch;

import dev.pulse.server.job.Arrival;
import dev.pulse.server.job.Jobs;
import java.util.List;

/** Goes round the queues that have jobs, so many at a time: ten thousand of them are no burden. */
final class Round {
  private static final int MOST = 1000;
  private static final int THOROUGH_EVERY = 10;
  private static final int EVERY_WHILE_BUSY = 5;

  private final Jobs jobs;
  private String after = "";
  private int rounds = 1;
  private int busy;

  Round(Jobs jobs) {
    this.jobs = jobs;
  }

  /** Whether it is worth the while to go on now; always if somebody is idle. */
  synchronized boolean isDue(boolean idle) {
    busy = idle ? 0 : busy + 1;
    return busy % EVERY_WHILE_BUSY == 0;
  }

  /**
   * The next queues in their order.
   *
   * @param thorough what a mark may hide is looked for as well, in one round of ten
   * @param last the round ends with them
   */
  record Part(List<Arrival> queues, boolean thorough, boolean last) {}

  synchronized Part next() {
    List<Arrival> queues = jobs.readyQueues(after, MOST);
    boolean last = queues.size() < MOST;
    var part = new Part(queues, rounds % THOROUGH_EVERY == 0, last);
    after = last ? "" : queues.getLast().queue();
    rounds += last ? 1 : 0;
    return part;
  }
}
