package dev.pulse;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One job of a {@link Pulse#submitAll}.
 *
 * @param name which handler is to run it
 * @param args what the handler is given: a {@link Json}, or anything Jackson can write; null for
 *     none
 * @param options says the rest about it
 */
public record JobRequest(String name, @Nullable Object args, Consumer<JobOptions> options) {
  /** Refuses a job without a name. */
  public JobRequest {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(options, "options");
  }

  /** A job without args, due now. */
  public static JobRequest of(String name) {
    return new JobRequest(name, null, options -> {});
  }

  /** A job with args, due now. */
  public static JobRequest of(String name, @Nullable Object args) {
    return new JobRequest(name, args, options -> {});
  }

  /** A job with args and options. */
  public static JobRequest of(String name, @Nullable Object args, Consumer<JobOptions> options) {
    return new JobRequest(name, args, options);
  }
}
