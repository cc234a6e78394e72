package dev.pulse.dashboard;

import dev.pulse.JobStatus;
import dev.pulse.TopicCount;
import java.util.List;

/** Sums of what the server counted; where it stopped counting, so is said. */
final class Counts {
  private Counts() {}

  static String of(List<TopicCount> counts, JobStatus status) {
    long sum = 0;
    boolean more = false;
    for (TopicCount count : counts) {
      if (count.status() == status) {
        sum += count.count();
        more |= count.atLeast();
      }
    }
    return Text.number(sum) + (more ? "+" : "");
  }
}
