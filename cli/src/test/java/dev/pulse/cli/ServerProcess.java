package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(ServerProcess.class.getName());
    command.addAll(List.of(home.toString(), Integer.toString(port)));
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
