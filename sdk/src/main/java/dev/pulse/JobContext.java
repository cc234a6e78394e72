package dev.pulse;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The attempt that a handler is running. Delivery is at least once: {@link #id} and {@link
 * #attempt} together are the key by which a handler can tell a repetition.
 */
public interface JobContext {
  /** The job's id. */
  UUID id();

  /** Which attempt this is, from 1. */
  int attempt();

  /** How many attempts the job has. */
  int maxAttempts();

  /** The job's name. */
  String name();

  /** The topic it waited in. */
  String topic();

  /** When it was submitted. */
  Instant submittedAt();

  /** The W3C trace context it was submitted with. */
  Optional<String> traceparent();

  /**
   * Whether the attempt is no longer wanted: the job was canceled, or its lease was lost to another
   * worker. The handler's thread is interrupted at the same time; whatever it still answers cannot
   * change the job.
   */
  boolean canceled();

  /**
   * Adds a line, or several, to the log of this attempt, which anybody can read while it runs and
   * afterwards ({@link Pulse#log}, {@link Pulse#followLog}). A missing line end is added; what text
   * cannot hold (NUL, half a surrogate pair) is replaced.
   *
   * <p>Never throws, and may be called by any thread. It waits a moment when the server cannot keep
   * up, and then leaves out what is oldest and not yet sent. Of a log of more than 4 MiB the middle
   * is dropped, and a line in its place says so.
   */
  void log(String text);

  /** The args as they were submitted. */
  Json rawArgs();
}
