package dev.pulse;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** What can be said about a job beyond its name and args. What is left out takes its default. */
public interface JobOptions {
  /** An id of the caller's choice: submitting it again is a no-op. Default: a new uuidv7. */
  JobOptions id(UUID id);

  /** The lane it waits in. Default: {@code default}. */
  JobOptions topic(String topic);

  /** Higher goes first, -1000 to 1000. Default: 0. */
  JobOptions priority(int priority);

  /** How often it may be tried. Default: 5. */
  JobOptions maxAttempts(int maxAttempts);

  /** Not before this much time has passed, by the server's clock. Default: at once. */
  JobOptions delay(Duration delay);

  /** Not before this time. Default: at once. */
  JobOptions at(Instant time);

  /** While a job with this key is unfinished, submitting another returns that one. */
  JobOptions uniqueKey(String key);

  /** Named limits that it counts against, in addition to those already given. */
  JobOptions limits(String... names);

  /** How long it waits after a failure. Default: attempts² seconds. */
  JobOptions backoff(Backoff backoff);

  /** The W3C trace context it continues. Default: what {@link Tracing#traceparent} says. */
  JobOptions traceparent(String traceparent);
}
