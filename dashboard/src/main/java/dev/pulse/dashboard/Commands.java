package dev.pulse.dashboard;

import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import dev.pulse.PulseTimeoutException;
import java.time.Duration;
import java.util.Map;

/**
 * Asks parts that live on files, the relay and the keeper, to do something: jobs on their topics.
 */
final class Commands {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Commands() {}

  /**
   * Asks, and waits a little for the answer.
   *
   * @param topic whose it is
   * @param done what is told when it was done
   */
  static Done ask(Pulse pulse, String topic, String name, Map<String, Object> args, String done) {
    var asked = pulse.submit(name, args, options -> options.topic(topic).maxAttempts(1));
    try {
      Job job = asked.await(PATIENCE);
      if (job.status() != JobStatus.COMPLETED) {
        throw Refused.conflict(
            job.lastError() == null ? "The %s refused it.".formatted(topic) : job.lastError());
      }
      return Done.of(done);
    } catch (PulseTimeoutException e) {
      return Done.of(
          "The %1$s has not answered yet; it is done as soon as it does. Is \"pulse %1$s\" running?"
              .formatted(topic));
    }
  }
}
