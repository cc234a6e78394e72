package dev.pulse.server.rest;

import java.time.Duration;

/** What an operator may set about the HTTP API. */
public record RestConfig(
    int maxBodyBytes, int maxBatchBytes, int maxBatchJobs, Duration longestWait) {
  /** A job's args of 1 MiB and room for the rest of the job. */
  public static final RestConfig DEFAULT =
      new RestConfig((1 << 20) + (64 << 10), 32 << 20, 10_000, Duration.ofSeconds(60));

  public RestConfig {
    require(maxBodyBytes >= 1024, "the largest body is at least 1024 bytes");
    require(maxBatchBytes >= maxBodyBytes, "the largest batch is no smaller than the largest body");
    require(maxBatchJobs >= 1, "a batch may have at least one job");
    require(!longestWait.isNegative(), "the longest wait is not negative");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }
}
