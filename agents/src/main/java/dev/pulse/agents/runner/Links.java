package dev.pulse.agents.runner;

import dev.pulse.JobContext;
import dev.pulse.Outcome;
import java.time.Instant;
import java.util.Map;

/** What the runner tells a server beside the ends of its jobs. */
interface Links {
  /** Shows people what an attempt says, while it says it. */
  void log(JobContext job, String text);

  /** Lets nobody use an account until then. */
  void park(String limit, Instant until, String reason);

  /** A failed attempt, and what is known about it. */
  Outcome failed(String error, boolean forGood, Map<String, Object> result);

  /** An attempt that waits for an answer from outside. */
  Outcome suspended(JobContext job, String signal, String question, Map<String, Object> result);

  /** Shows an agent, as its file describes it. */
  void publish(String agent, Map<String, Object> document);

  /** Shows it no longer. */
  void withdraw(String agent);
}
