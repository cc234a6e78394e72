package dev.pulse.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse server}: the server alone, one of any number on a database. */
@Command(
    name = "server",
    description = "Runs a server without the other parts.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse server --listen 127.0.0.1:7858 --database-url postgres://me@db/pulse"
    })
final class ServerCommand implements Callable<Integer> {
  @Mixin private HomeOptions options = new HomeOptions();
  @Mixin private ListenOptions listen = new ListenOptions();

  @Override
  public Integer call() throws Exception {
    return new Serving(options, listen).untilStopped(List.of(), "");
  }
}
