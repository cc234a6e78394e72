package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/** Postgres and a server alone, to be killed: {@code ServerProcess HOME PORT}. */
final class ServerProcess {
  private ServerProcess() {}

  public static void main(String[] arguments) throws Exception {
    var options = CommandLine.populateCommand(new HomeOptions(), "--home", arguments[0]);
    Store store = Store.open(options);
    store.migrate();
    var server =
        new PulseServer(ServerConfig.local(Integer.parseInt(arguments[1])), store.database());
    System.out.println("ready " + server.port());
  }

  /** Starts it, and waits until it serves. */
  static Process start(Path home, int port) throws IOException {
    List<String> command =
        JavaCommand.of(ServerProcess.class, home.toString(), Integer.toString(port));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    assertThat(process.inputReader().readLine()).isEqualTo("ready " + port);
    return process;
  }

  /** One that is free now; a server that is started again must have the same. */
  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static void stopPostgres(Path home) throws IOException {
    Path pid = home.resolve("postgres/data/postmaster.pid");
    if (Files.exists(pid)) {
      ProcessHandle.of(Long.parseLong(Files.readAllLines(pid).getFirst().strip()))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
