package dev.pulse.cli;

import dev.pulse.Pause;
import dev.pulse.Pulse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pulse dispatch resume}: lifts a pause. */
@Command(
    name = "resume",
    description = "Lifts the pause of everything, or that of a topic.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse dispatch resume --topic mail"})
final class DispatchResumeCommand extends PausesCommand {
  @Option(names = "--topic", paramLabel = "TOPIC", description = "Only this topic's pause.")
  private @Nullable String topic;

  /** An empty name is a slip, often of an unset variable; it must not mean everything. */
  @Override
  void check() {
    Bounds.text("--topic", topic, Bounds.LONGEST_NAME);
  }

  @Override
  List<Pause> pauses(Pulse pulse) {
    return pulse.resume(topic);
  }
}
