package dev.pulse.cli;

import dev.pulse.server.ServerConfig;
import dev.pulse.server.auth.Listening;
import dev.pulse.server.auth.Tls;
import dev.pulse.server.auth.Users;
import dev.pulse.server.job.JobConfig;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Option;

/** Where a server listens and who may enter (C1, H3). */
final class ListenOptions {
  private static final Duration LEASE = Duration.ofSeconds(30);

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:PULSE_LISTEN:-${env:PULSE_GRPC_ADDR:-127.0.0.1:7857}}",
      description = "Where to listen (PULSE_LISTEN or PULSE_GRPC_ADDR; default 127.0.0.1:7857).")
  private String listen = "127.0.0.1:7857";

  @Option(
      names = "--insecure-listen",
      description = "Serve every address although PULSE_AUTH_USERS names nobody.")
  private boolean insecure;

  ServerConfig config() {
    Users users = Users.parse(System.getenv("PULSE_AUTH_USERS"));
    return new ServerConfig(
        Listening.at(listen, !users.isEmpty(), insecure),
        users,
        Tls.of(System.getenv("PULSE_TLS_CERT"), System.getenv("PULSE_TLS_KEY"), Instant.now()),
        JobConfig.DEFAULT,
        LEASE);
  }
}
