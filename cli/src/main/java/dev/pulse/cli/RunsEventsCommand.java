package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.RunEvent;
import dev.pulse.Runs;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse runs events}: what happened to a run, and what happens (N11). */
@Command(
    name = "events",
    description = "Shows what happened to a run; with --follow, also what happens.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse runs events 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --follow"})
final class RunsEventsCommand extends RunCommand {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Option(names = "--after", paramLabel = "N", description = "Only events after this number.")
  private int after;

  @Option(names = "--follow", description = "Go on until the run is over, or Ctrl-C.")
  private boolean follow;

  @Override
  void check() {
    Bounds.range("--after", after, 0, Integer.MAX_VALUE);
  }

  @Override
  ExitCode run(Pulse pulse) {
    int last = after;
    while (true) {
      Runs.News news = pulse.runs().news(run, last, follow ? PATIENCE : Duration.ZERO);
      show(news.events());
      boolean more = follow ? !news.over() : !news.events().isEmpty();
      if (!more) {
        return ExitCode.OK;
      }
      last = news.events().isEmpty() ? last : news.events().getLast().number();
    }
  }

  /** One event to a line, so that a follower can read them as they come. */
  private void show(List<RunEvent> events) {
    for (RunEvent event : events) {
      output.answer(json -> RunJson.event(json, event), screen -> screen.line(line(event)));
    }
  }

  private static String line(RunEvent event) {
    var text = new StringBuilder("%4d %s %s".formatted(event.number(), event.at(), event.type()));
    for (Object detail : new Object[] {event.nodeId(), event.signal(), event.message()}) {
      if (detail != null) {
        text.append("  ").append(detail);
      }
    }
    return text.toString();
  }
}
