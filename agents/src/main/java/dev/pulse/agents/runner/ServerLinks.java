package dev.pulse.agents.runner;

import dev.pulse.JobContext;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a server what it can show: attempt logs, limits, status documents. */
final class ServerLinks implements Links {
  private static final Logger log = LoggerFactory.getLogger(ServerLinks.class);
  private static final String KIND = "agent";
  private static final int LONGEST_QUESTION = 4_000;

  private final Pulse pulse;

  ServerLinks(Pulse pulse) {
    this.pulse = pulse;
  }

  @Override
  public void log(JobContext job, String text) {
    job.log(text);
  }

  /** A server that cannot be told now has the job put off all the same. */
  @Override
  public void park(String limit, Instant until, String reason) {
    try {
      pulse.limits().set(limit, options -> options.pause(until, reason));
    } catch (PulseException e) {
      log.warn("the limit {} could not be parked: {}", limit, e.getMessage());
    }
  }

  @Override
  public void publish(String agent, Map<String, Object> document) {
    pulse.statuses().put(KIND, agent, document);
  }

  @Override
  public void withdraw(String agent) {
    pulse.statuses().remove(KIND, agent);
  }

  @Override
  public Outcome failed(String error, boolean forGood, Map<String, Object> result) {
    return forGood ? Outcome.failForGood(error, result) : Outcome.fail(error, result);
  }

  /** Only a node of a run can wait; another attempt would only ask again. */
  @Override
  public Outcome suspended(
      JobContext job, String signal, String question, Map<String, Object> result) {
    if (job.node().isPresent()) {
      String bounded = question.substring(0, Math.min(question.length(), LONGEST_QUESTION));
      return new Outcome.Suspended(signal, null, bounded.isEmpty() ? null : bounded);
    }
    return Outcome.failForGood(
        "it waits for the signal %s (%s), which needs a run".formatted(signal, question), result);
  }
}
