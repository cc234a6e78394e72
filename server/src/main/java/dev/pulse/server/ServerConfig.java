package dev.pulse.server;

import dev.pulse.server.auth.Listening;
import dev.pulse.server.auth.Tls;
import dev.pulse.server.auth.Users;
import dev.pulse.server.job.JobConfig;
import java.time.Duration;
import java.util.Optional;

/**
 * What an operator may set about a server.
 *
 * @param lease how long a worker may be silent before its jobs are taken from it
 */
public record ServerConfig(
    Listening listening, Users users, Optional<Tls> tls, JobConfig jobs, Duration lease) {

  private static final Duration USUAL_LEASE = Duration.ofSeconds(30);

  public ServerConfig {
    if (lease.compareTo(Duration.ofMillis(100)) < 0) {
      throw new IllegalArgumentException("a lease is at least 100 ms, not " + lease);
    }
  }

  /** An open server for this machine only; port 0 takes any that is free. */
  public static ServerConfig local(int port) {
    return new ServerConfig(
        Listening.at("127.0.0.1:" + port, false, false),
        Users.NONE,
        Optional.empty(),
        JobConfig.DEFAULT,
        USUAL_LEASE);
  }

  /** The same with another lease. */
  public ServerConfig leasing(Duration other) {
    return new ServerConfig(listening, users, tls, jobs, other);
  }
}
