package dev.pulse.server.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One attempt in a job's history (J11); {@code outcome} is null while it is under way. */
public record AttemptRecord(
    int number,
    @Nullable String worker,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String outcome,
    @Nullable String error,
    @Nullable String result,
    @Nullable Late late) {

  /** What was reported after the attempt had been given up (J5). */
  public record Late(Instant at, String outcome, @Nullable String result, @Nullable String error) {}
}
