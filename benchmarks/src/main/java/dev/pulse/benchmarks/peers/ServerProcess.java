package dev.pulse.benchmarks.peers;

import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Migrations;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server of Pulse in a JVM of its own, started as the launcher starts it. */
public final class ServerProcess {
  private final Process process;
  private final int port;

  private ServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** The beginning of a command that starts a JVM with our classes. */
  static List<String> java(List<String> options) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return command;
  }

  /**
   * @param options of its JVM
   */
  static ServerProcess start(String jdbc, List<String> options) throws IOException {
    var command = new ArrayList<>(java(options));
    command.addAll(List.of(ServerProcess.class.getName(), jdbc));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var out = new BufferedReader(process.inputReader(StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the server of Pulse did not start");
    }
    return new ServerProcess(process, Integer.parseInt(line));
  }

  /** The other side: serves until it is told to end, or until its parent is gone. */
  public static void main(String[] arguments) throws IOException {
    try (Database database = Database.open(arguments[0], 16)) {
      new Migrations(database).apply();
      try (var server = new PulseServer(ServerConfig.local(0), database)) {
        System.out.println(server.port());
        System.out.flush();
        while (System.in.read() >= 0) {}
      }
    }
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  long pid() {
    return process.pid();
  }

  void stop() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
