package dev.pulse.server.job;

import java.time.Duration;

/** What an operator may set about jobs. */
public record JobConfig(int maxArgsBytes, int maxResultBytes, Duration retention) {
  public static final JobConfig DEFAULT = new JobConfig(1 << 20, 1 << 20, Duration.ofDays(7));

  public JobConfig {
    require(maxArgsBytes >= 1024, "the largest args are at least 1024 bytes");
    require(maxResultBytes >= 1024, "the largest result is at least 1024 bytes");
    require(retention.compareTo(Duration.ofMinutes(1)) >= 0, "the retention is at least a minute");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }
}
