package dev.pulse.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse up}: everything in one process, until it is told to stop. */
@Command(
    name = "up",
    description = "Runs all of Pulse in this terminal until Ctrl-C.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse up --home ./demo"})
final class UpCommand implements Callable<Integer> {
  @Mixin private HomeOptions options = new HomeOptions();
  @Mixin private ListenOptions listen = new ListenOptions();

  @Override
  public Integer call() throws Exception {
    return new Serving(options, listen)
        .untilStopped(List.of(Part::runner, Part::relay, Part::keeper));
  }
}
