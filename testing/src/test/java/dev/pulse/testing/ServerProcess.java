package dev.pulse.testing;

import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.postgres.Database;
import java.time.Duration;

/** A server as a process: {@code ServerProcess JDBC-URL PORT LEASE}; prints its address. */
final class ServerProcess {
  private ServerProcess() {}

  public static void main(String[] arguments) {
    var database = Database.open(arguments[0], 12);
    var config = ServerConfig.local(Integer.parseInt(arguments[1]));
    var server = new PulseServer(config.leasing(Duration.parse(arguments[2])), database);
    System.out.println("127.0.0.1:" + server.port());
  }

  static JavaProcess start(String url, int port, Duration lease, String... jvmOptions) {
    return JavaProcess.start(
        ServerProcess.class,
        java.util.List.of(jvmOptions),
        url,
        String.valueOf(port),
        lease.toString());
  }
}
