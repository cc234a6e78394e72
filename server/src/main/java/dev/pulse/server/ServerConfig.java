package dev.pulse.server;

import dev.pulse.server.job.JobConfig;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * What an operator may set about a server.
 *
 * @param lease how long a worker may be silent before its jobs are taken from it
 * @param drain how long a stopping server waits for work under way
 */
public record ServerConfig(
    InetSocketAddress listen, JobConfig jobs, Duration lease, Duration drain) {

  public static ServerConfig listeningOn(InetSocketAddress listen) {
    return new ServerConfig(
        listen, JobConfig.DEFAULT, Duration.ofSeconds(30), Duration.ofSeconds(20));
  }

  public ServerConfig {
    if (lease.compareTo(Duration.ofMillis(100)) < 0) {
      throw new IllegalArgumentException("a lease is at least 100 ms, not " + lease);
    }
  }
}
