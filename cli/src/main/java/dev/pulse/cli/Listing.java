package dev.pulse.cli;

import dev.pulse.JobFilter;
import dev.pulse.JobPage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which jobs a list shows, and the list itself. */
final class Listing {
  @Option(names = "--topic", paramLabel = "TOPIC", description = "Only jobs of this topic.")
  private @Nullable String topic;

  @Option(names = "--name", paramLabel = "NAME", description = "Only jobs of this name.")
  private @Nullable String name;

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
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    Bounds.text("--name", name, Bounds.LONGEST_NAME);
    Bounds.range("--limit", limit, 1, 500);
  }

  JobFilter filter() {
    return new JobFilter(topic, name, null, limit, cursor);
  }

  void show(JobPage page, Output output) {
    output.answer(json -> JobJson.page(json, page), screen -> draw(page, screen));
    page.next().ifPresent(next -> output.hint("more: --cursor " + next));
  }

  static void draw(JobPage page, Screen screen) {
    if (page.jobs().isEmpty()) {
      screen.line("no jobs");
    } else {
      screen.jobs(page.jobs());
    }
  }
}
