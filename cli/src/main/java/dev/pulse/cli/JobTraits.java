package dev.pulse.cli;

import dev.pulse.JobOptions;
import dev.pulse.Json;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said about a job whether it is submitted now or by a schedule (C2). */
final class JobTraits {
  @Option(
      names = "--args",
      paramLabel = "JSON|@FILE|-",
      description = "What the handler is given: JSON, a file of it, or stdin (default: {}).")
  private @Nullable String args;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "Lane it waits in (default: default).")
  private @Nullable String topic;

  @Option(names = "--priority", paramLabel = "N", description = "Higher goes first, -1000 to 1000.")
  private @Nullable Integer priority;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "How often it may be tried, 1 to 1000 (default: 5).")
  private @Nullable Integer maxAttempts;

  @Option(
      names = "--limit",
      paramLabel = "NAME",
      split = ",",
      description = "A limit it counts against; may be repeated.")
  private List<String> limits = List.of();

  private @Nullable Json json;

  /** Also reads the args, which may come from a file or from stdin. */
  void check(Surroundings around) {
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    Bounds.range("--priority", priority, -1000, 1000);
    Bounds.range("--max-attempts", maxAttempts, 1, 1000);
    limits.forEach(limit -> Bounds.text("--limit", limit, Bounds.LONGEST_NAME));
    json = args == null ? null : new ArgsText(args).read(around);
  }

  @Nullable Json args() {
    return json;
  }

  void applyTo(JobOptions options) {
    given(topic, options::topic);
    given(priority, options::priority);
    given(maxAttempts, options::maxAttempts);
    options.limits(limits.toArray(String[]::new));
  }

  static <T> void given(@Nullable T value, Consumer<T> option) {
    if (value != null) {
      option.accept(value);
    }
  }
}
