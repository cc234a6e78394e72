package dev.pulse.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How much of a list is shown: the first so many. */
final class First {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many at most, 1 to 100000 (default: ${DEFAULT-VALUE}).")
  private int limit = 50;

  void check() {
    Bounds.range("--limit", limit, 1, 100_000);
  }

  /** Reads no more than is shown, and tells people if there is more. */
  <T> List<T> of(Stream<T> all, Output output) {
    List<T> some;
    try (all) {
      some = all.limit(limit + 1L).toList();
    }
    if (some.size() <= limit) {
      return some;
    }
    output.hint("there are more than %d: --limit N".formatted(limit));
    return some.subList(0, limit);
  }
}
