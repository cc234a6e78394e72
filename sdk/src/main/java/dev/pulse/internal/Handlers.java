package dev.pulse.internal;

import dev.pulse.Handler;
import dev.pulse.Outcome;
import dev.pulse.PulseException;
import dev.pulse.RawHandler;
import dev.pulse.Tracing;
import dev.pulse.v1.Report;
import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handlers of a worker: a job goes in, its report comes out, whatever the handler does. */
final class Handlers {
  private static final Logger log = LoggerFactory.getLogger(Handlers.class);

  private final Map<String, RawHandler> byName = new TreeMap<>();
  private final Codec codec;
  private final Tracing tracing;

  Handlers(Codec codec, Tracing tracing) {
    this.codec = codec;
    this.tracing = tracing;
  }

  void add(String name, RawHandler handler) {
    if (byName.putIfAbsent(name, handler) != null) {
      throw new IllegalArgumentException("there is already a handler for " + name);
    }
  }

  <T> void add(String name, Class<T> type, Handler<T> handler) {
    add(name, job -> handler.handle(codec.read(job.rawArgs(), type), job));
  }

  Set<String> names() {
    return byName.keySet();
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  /** Runs the job's handler; null when there is nothing to report, because nobody waits for it. */
  @Nullable Report run(Execution job) {
    try {
      RawHandler handler = byName.get(job.name());
      if (handler == null) {
        return failed(noHandler(job.name()), false);
      }
      return report(tracing.around(job, () -> handler.handle(job)));
    } catch (Throwable thrown) {
      // Also errors: an attempt that ends without a word would keep its lease until the worker
      // dies.
      if (job.isLost() && isInterruption(thrown)) {
        return null;
      }
      log.debug("{} failed", job, thrown);
      return failed(ErrorText.of(thrown), false);
    }
  }

  private Report report(@Nullable Outcome outcome) {
    if (outcome instanceof Outcome.Done done) {
      Object value = done.value();
      String result = value == null ? "" : codec.write(value);
      return Report.newBuilder().setDone(Report.Done.newBuilder().setResult(result)).build();
    }
    if (outcome instanceof Outcome.Failed failed) {
      return failed(failed);
    }
    if (outcome instanceof Outcome.Snoozed snoozed) {
      var delay = ToWire.duration(snoozed.delay());
      return Report.newBuilder().setSnoozed(Report.Snoozed.newBuilder().setDelay(delay)).build();
    }
    return failed("the handler answered null instead of an outcome", false);
  }

  /** A result that cannot be written must not hide why the handler failed, nor whether for good. */
  private Report failed(Outcome.Failed failed) {
    Object value = failed.result();
    if (value == null) {
      return failed(failed.message(), failed.forGood());
    }
    try {
      return failed(failed.message(), failed.forGood(), codec.write(value));
    } catch (RuntimeException e) {
      return failed(failed.message() + "\n[its result: " + e + "]", failed.forGood());
    }
  }

  private static Report failed(String error, boolean forGood) {
    return failed(error, forGood, "");
  }

  private static Report failed(String error, boolean forGood, String result) {
    return Report.newBuilder()
        .setFailed(
            Report.Failed.newBuilder()
                .setError(ErrorText.bounded(error))
                .setForGood(forGood)
                .setResult(result))
        .build();
  }

  private String noHandler(String name) {
    return "no handler for \"%s\" on this worker; it has %s"
        .formatted(name, String.join(", ", byName.keySet()));
  }

  private static boolean isInterruption(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof InterruptedException
          || t instanceof ClosedByInterruptException
          || (t instanceof PulseException pulse
              && pulse.code() == PulseException.Code.INTERRUPTED)) {
        return true;
      }
    }
    return false;
  }
}
