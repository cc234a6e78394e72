package dev.pulse.cli;

import dev.pulse.Pause;
import dev.pulse.Pulse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse dispatch pause}: stops claiming, and nothing else. */
@Command(
    name = "pause",
    description = "Stops handing out jobs; submits and running jobs go on.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse dispatch pause --topic mail --reason 'provider is down'"})
final class DispatchPauseCommand extends PausesCommand {
  @Option(names = "--topic", paramLabel = "TOPIC", description = "Only this topic.")
  private @Nullable String topic;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "no reason given",
      description = "Why; shown to whoever wonders.")
  private String reason = "no reason given";

  /** An empty name is a slip, often of an unset variable; it must not mean everything. */
  @Override
  void check() {
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
    Bounds.text("--reason", reason, Bounds.LONGEST_KEY);
  }

  @Override
  List<Pause> pauses(Pulse pulse) {
    return pulse.pause(topic, reason);
  }
}
