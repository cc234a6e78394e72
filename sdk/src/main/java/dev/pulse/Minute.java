package dev.pulse;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happened in one minute, on all servers together.
 *
 * @param at when it began
 * @param submitted jobs that were submitted to servers; those of {@code pulse.enqueue} are not
 *     counted
 * @param started attempts that were handed to workers
 * @param completed jobs that ended well
 * @param failed attempts that failed
 * @param dead jobs whose attempts were used up
 * @param waiting how many jobs could start, when last looked at; counting stops at 10000 a topic
 * @param running how many jobs ran, when last looked at
 * @param latency how long after their submit jobs started, as far as it was measured
 */
public record Minute(
    Instant at,
    long submitted,
    long started,
    long completed,
    long failed,
    long dead,
    long waiting,
    long running,
    List<Step> latency) {

  /** Holds its own copy of the steps. */
  public Minute {
    latency = List.copyOf(latency);
  }

  /**
   * So many took so long.
   *
   * @param upTo the longest of them; null: longer than the step before
   * @param starts how many
   */
  public record Step(@Nullable Duration upTo, long starts) {}

  /**
   * So long after their submit a share of the jobs had started, to the step; empty when none did.
   *
   * @param share such as 0.5 for the median
   */
  public Optional<Duration> latency(double share) {
    long all = latency.stream().mapToLong(Step::starts).sum();
    long seen = 0;
    Duration last = Duration.ZERO;
    for (Step step : latency) {
      seen += step.starts();
      last = step.upTo() == null ? last : step.upTo();
      if (all > 0 && seen >= share * all) {
        return Optional.of(last);
      }
    }
    return Optional.empty();
  }
}
