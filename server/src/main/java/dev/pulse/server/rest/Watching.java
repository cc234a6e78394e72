package dev.pulse.server.rest;

import dev.pulse.server.job.Job;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Waits for a job's end by looking at it. The pause between two looks grows with the time already
 * waited, so an end is noticed within a tenth of it and long waits cost little.
 */
final class Watching {
  private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  private final Function<UUID, Optional<Job>> find;
  private final Executor blocking;

  Watching(Function<UUID, Optional<Job>> find, Executor blocking) {
    this.find = find;
    this.blocking = blocking;
  }

  CompletionStage<Optional<Job>> await(UUID id, Duration atMost) {
    long start = System.nanoTime();
    return CompletableFuture.supplyAsync(() -> find.apply(id), blocking)
        .thenCompose(seen -> next(id, seen, start, atMost.toNanos()));
  }

  private CompletionStage<Optional<Job>> next(
      UUID id, Optional<Job> seen, long start, long atMost) {
    long waited = System.nanoTime() - start;
    if (seen.isEmpty() || seen.get().status().isFinished() || waited >= atMost) {
      return CompletableFuture.completedFuture(seen);
    }
    long pause = Math.clamp(waited / 10, SHORTEST_PAUSE, LONGEST_PAUSE);
    Executor later =
        CompletableFuture.delayedExecutor(
            Math.min(pause, atMost - waited), TimeUnit.NANOSECONDS, blocking);
    return CompletableFuture.supplyAsync(() -> find.apply(id), later)
        .thenCompose(again -> next(id, again, start, atMost));
  }
}
