package dev.pulse.server.job;

/** The answer to a report, given when it is durable. */
public sealed interface Ack {
  /** The attempt ended as reported (now, or when the same report came before). */
  record Recorded(JobStatus status) implements Ack {}

  /**
   * The lease is no longer the reporter's. The job is untouched; what it said is kept with the
   * attempt.
   */
  record FencedOut() implements Ack {}
}
