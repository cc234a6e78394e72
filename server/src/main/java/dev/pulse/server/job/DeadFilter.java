package dev.pulse.server.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which dead letters; null means any. The times are those of their death. */
public record DeadFilter(
    @Nullable String name,
    @Nullable String topic,
    @Nullable Instant since,
    @Nullable Instant until) {
  public static final DeadFilter ALL = new DeadFilter(null, null, null, null);
}
