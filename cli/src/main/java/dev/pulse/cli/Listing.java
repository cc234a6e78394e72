package dev.pulse.cli;

import dev.pulse.JobFilter;
import dev.pulse.JobPage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which jobs a list shows, and the list itself. */
final class Listing {
  @Option(names = "--topic", paramLabel = "TOPIC", description = "Only jobs of this topic.")
  private @Nullable String topic;

  @Option(names = "--name", paramLabel = "NAME", description = "Only jobs of this name.")
  private @Nullable String name;

  @Mixin private Paging paging = new Paging();

  void check() {
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    Bounds.text("--name", name, Bounds.LONGEST_NAME);
    paging.check();
  }

  JobFilter filter() {
    return new JobFilter(topic, name, null, paging.limit(), paging.cursor());
  }

  void show(JobPage page, Output output) {
    output.answer(json -> JobJson.page(json, page), screen -> draw(page, screen));
    Paging.hint(page.next(), output);
  }

  static void draw(JobPage page, Screen screen) {
    if (page.jobs().isEmpty()) {
      screen.line("no jobs");
    } else {
      screen.jobs(page.jobs());
    }
  }
}
