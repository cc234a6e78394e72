package dev.pulse.cli;

import dev.pulse.Pulse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse dispatch aging}: whether waiting counts (J15). */
@Command(
    name = "aging",
    description = "Shows in which topics waiting counts, or sets it for one.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse dispatch aging --topic mail --point 5m"})
final class DispatchAgingCommand extends ClientCommand {
  @Option(names = "--topic", paramLabel = "TOPIC", description = "The topic to set it for.")
  private @Nullable String topic;

  @Option(
      names = "--point",
      paramLabel = "DURATION",
      converter = DurationText.class,
      description = "Waiting so long is worth one point of priority.")
  private @Nullable Duration point;

  @Option(names = "--off", description = "Waiting counts for nothing.")
  private boolean off;

  @Override
  void check() {
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    if (topic == null && (point != null || off)) {
      throw Misuse.option("--topic", "it is needed with --point and --off");
    }
    if (topic != null && (point == null) == !off) {
      throw Misuse.option("--topic", "it goes with either --point or --off");
    }
    if (point != null && point.compareTo(Duration.ofSeconds(1)) < 0) {
      throw Misuse.option("--point", "it is a second or more");
    }
  }

  @Override
  ExitCode run(Pulse pulse) {
    if (topic != null) {
      pulse.aging(topic, point);
    }
    Map<String, Duration> aging = pulse.aging();
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeObjectFieldStart("aging");
          for (var each : aging.entrySet()) {
            json.writeStringField(each.getKey(), DurationText.written(each.getValue()));
          }
          json.writeEndObject();
          json.writeEndObject();
        },
        screen -> show(aging, screen));
    return ExitCode.OK;
  }

  private static void show(Map<String, Duration> aging, Screen screen) {
    if (aging.isEmpty()) {
      screen.line("waiting counts in no topic");
      return;
    }
    var table = new Table(Table.Column.of("TOPIC"), Table.Column.whole("WORTH A POINT"));
    aging.forEach(
        (name, each) -> table.row(Table.Cell.of(name), Table.Cell.of(DurationText.written(each))));
    screen.table(table);
  }
}
