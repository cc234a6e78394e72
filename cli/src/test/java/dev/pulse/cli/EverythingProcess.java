package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;

/**
 * Postgres, server, runner and relay in one process, as {@code up} has them, with a lease that
 * lapses soon: {@code EverythingProcess HOME}. Prints a line when it is ready.
 */
final class EverythingProcess {
  private static final Duration LEASE = Duration.ofSeconds(1);

  private EverythingProcess() {}

  public static void main(String[] arguments) throws Exception {
    var options = CommandLine.populateCommand(new HomeOptions(), "--home", arguments[0]);
    Store store = Store.open(options);
    store.migrate();
    var server = new PulseServer(ServerConfig.local(0).leasing(LEASE), store.database());
    Pulse pulse = Pulse.connect("127.0.0.1:" + server.port());
    Path home = Path.of(arguments[0]);
    Part.runner(pulse, home);
    Part.relay(pulse, home);
    System.out.println("ready");
  }

  static Process start(Path home) throws IOException {
    List<String> command = JavaCommand.of(EverythingProcess.class, home.toString());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
