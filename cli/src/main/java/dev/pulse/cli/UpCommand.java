package dev.pulse.cli;

import dev.pulse.Pulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse up}: everything in one process, until it is told to stop. */
@Command(
    name = "up",
    description = "Runs all of Pulse in this terminal until Ctrl-C.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse up --demo --home ./demo"})
final class UpCommand implements Callable<Integer> {
  @Mixin private HomeOptions options = new HomeOptions();
  @Mixin private ListenOptions listen = new ListenOptions();

  @Option(names = "--demo", description = "Fills it with a living example that needs no network.")
  private boolean demo;

  @Override
  public Integer call() throws Exception {
    var parts = new ArrayList<Part>();
    if (demo) {
      parts.add(Demo::start);
    }
    if (!Files.exists(options.home)) {
      parts.add(UpCommand::furnish);
    }
    parts.addAll(List.of(Part::runner, Part::relay, Part::keeper));
    return new Serving(options, listen)
        .untilStopped(parts, demo ? Demo.whatNext(options.home) : "");
  }

  /** A home on its first use is given the samples; the demo's files, if any, are kept. */
  private static Runnable furnish(Pulse pulse, Path home) throws IOException {
    HomeFiles.samples(home);
    return () -> {};
  }
}
