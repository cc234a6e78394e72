package dev.pulse.server.job;

import java.time.Duration;
import java.util.List;

/**
 * A worker that introduces itself.
 *
 * @param handlers the names of the jobs it can run; none: it did not say
 * @param lease how long it may be silent before its jobs are taken from it
 */
public record NewWorker(String name, List<String> topics, List<String> handlers, Duration lease) {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofDays(1);

  public NewWorker {
    Rules.text("worker name", name, NewJob.LONGEST_NAME);
    topics.forEach(topic -> Rules.text("topic", topic, NewJob.LONGEST_NAME));
    handlers.forEach(handler -> Rules.text("handler", handler, NewJob.LONGEST_NAME));
    if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
      throw JobRefused.invalid("lease is between 100 ms and a day, not " + lease);
    }
    topics = List.copyOf(topics);
    handlers = List.copyOf(handlers);
  }
}
