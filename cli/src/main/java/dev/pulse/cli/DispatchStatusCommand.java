package dev.pulse.cli;

import dev.pulse.Pause;
import dev.pulse.Pulse;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code pulse dispatch status}: what is paused, by whom and why. */
@Command(
    name = "status",
    description = "Shows what is paused.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse dispatch status"})
final class DispatchStatusCommand extends PausesCommand {
  @Override
  List<Pause> pauses(Pulse pulse) {
    return pulse.pauses();
  }
}
