package dev.pulse.server.rest;

import dev.pulse.server.job.Job;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Submitted;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the API does with jobs. Most goes to the kernel; a submit may be batched on the way, a
 * cancel must reach the worker, and whoever sees jobs end can answer a wait at once.
 *
 * @param submit all of them or none; answers in order, when they are durable
 * @param cancel returns when the job is canceled
 * @param await the job when it has finished, or as it is when the time is over; empty: unknown
 */
public record JobService(
    Jobs jobs,
    Function<List<NewJob>, CompletionStage<List<Submitted>>> submit,
    Consumer<UUID> cancel,
    BiFunction<UUID, Duration, CompletionStage<Optional<Job>>> await) {

  /** Straight to the kernel, without batching or workers; a wait looks again and again. */
  public static JobService of(Jobs jobs, Executor blocking) {
    return new JobService(
        jobs,
        asked -> CompletableFuture.supplyAsync(() -> jobs.submit(asked), blocking),
        jobs::cancel,
        new Watching(jobs::find, blocking)::await);
  }
}
