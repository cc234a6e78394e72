package dev.pulse.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which page of a list. */
final class Paging {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many, 1 to 500 (default: ${DEFAULT-VALUE}).")
  private int limit = 50;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "Go on where the page before ended.")
  private @Nullable String cursor;

  void check() {
    Bounds.range("--limit", limit, 1, 500);
  }

  int limit() {
    return limit;
  }

  @Nullable String cursor() {
    return cursor;
  }

  /** Tells people how to go on. */
  static void hint(Optional<String> next, Output output) {
    next.ifPresent(cursor -> output.hint("more: --cursor " + cursor));
  }
}
