package dev.pulse;

import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Where a tracer such as OpenTelemetry takes hold. The SDK carries the W3C trace context from
 * submit to handler and knows no tracer itself.
 */
public interface Tracing {
  /** Traces nothing. */
  Tracing NONE = new Tracing() {};

  /**
   * The trace context of the calling thread, for a job that is submitted without one of its own.
   */
  default Optional<String> traceparent() {
    return Optional.empty();
  }

  /**
   * Runs a handler inside a span.
   *
   * @param job the attempt; {@link JobContext#traceparent} is the span's parent
   * @param handler to be called once
   * @return what the handler returned
   */
  default Outcome around(JobContext job, Callable<Outcome> handler) throws Exception {
    return handler.call();
  }
}
