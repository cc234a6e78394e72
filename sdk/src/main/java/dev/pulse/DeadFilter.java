package dev.pulse;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters to retry or purge. Start from {@link #all()} and narrow it.
 *
 * @param name only this name
 * @param topic only this topic
 * @param since only those that died at this time or later
 * @param until only those that died before this time
 */
public record DeadFilter(
    @Nullable String name,
    @Nullable String topic,
    @Nullable Instant since,
    @Nullable Instant until) {

  /** Every dead letter. */
  public static DeadFilter all() {
    return new DeadFilter(null, null, null, null);
  }

  /** Only jobs of this name. */
  public DeadFilter name(String name) {
    return new DeadFilter(name, topic, since, until);
  }

  /** Only jobs of this topic. */
  public DeadFilter topic(String topic) {
    return new DeadFilter(name, topic, since, until);
  }

  /** Only jobs that died at this time or later. */
  public DeadFilter since(Instant since) {
    return new DeadFilter(name, topic, since, until);
  }

  /** Only jobs that died before this time. */
  public DeadFilter until(Instant until) {
    return new DeadFilter(name, topic, since, until);
  }
}
