package dev.pulse.server.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a server has counted since it started.
 *
 * @param submitted jobs made durable
 * @param started attempts handed to workers
 * @param completed jobs that ended well
 * @param failed attempts that failed
 * @param dead jobs whose attempts were used up
 * @param latency starts by how long after their submit they came: one number for each of {@link
 *     #STEPS}, and a last one for what took longer
 */
public record Tally(
    long submitted, long started, long completed, long failed, long dead, List<Long> latency) {

  /** Up to so long, each. */
  public static final List<Duration> STEPS =
      List.of(
          Duration.ofMillis(1),
          Duration.ofMillis(2),
          Duration.ofMillis(5),
          Duration.ofMillis(10),
          Duration.ofMillis(25),
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(250),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5));

  /** Nothing yet. */
  public static final Tally NOTHING =
      new Tally(0, 0, 0, 0, 0, Collections.nCopies(STEPS.size() + 1, 0L));

  public Tally {
    latency = List.copyOf(latency);
  }

  /** What was counted after an earlier tally of the same server. */
  public Tally since(Tally earlier) {
    var starts = new ArrayList<Long>(latency.size());
    for (int at = 0; at < latency.size(); at++) {
      starts.add(latency.get(at) - earlier.latency.get(at));
    }
    return new Tally(
        submitted - earlier.submitted,
        started - earlier.started,
        completed - earlier.completed,
        failed - earlier.failed,
        dead - earlier.dead,
        starts);
  }

  /** Which of the numbers a start counts for that came so long after its submit. */
  static int step(Duration afterSubmit) {
    int at = 0;
    while (at < STEPS.size() && afterSubmit.compareTo(STEPS.get(at)) > 0) {
      at++;
    }
    return at;
  }
}
