package dev.pulse.server.dispatch;

import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.metrics.Metrics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** How jobs come in: batched, and straight into a free slot where nothing is before them. */
final class Intake implements AutoCloseable {
  private final Jobs jobs;
  private final Crews crews;
  private final Pump pump;
  private final Predicate<String> idle;
  private final Metrics metrics;
  private final Runnable failed;
  private final Consumer<Session> freed;
  private final Batcher<NewJob, Submitted> batcher =
      new Batcher<>("submit", 2, Batcher.MOST, this::submit);

  /**
   * @param idle topics that are not paused and whose last claim found nothing left
   * @param failed told when jobs may have been lent without anybody knowing
   */
  Intake(
      Jobs jobs, Crews crews, Pump pump, Predicate<String> idle, Metrics metrics, Runnable failed) {
    this.jobs = jobs;
    this.crews = crews;
    this.pump = pump;
    this.idle = idle;
    this.metrics = metrics;
    this.failed = failed;
    this.freed = crews::hungry;
  }

  /** A job is being read. */
  void expect() {
    batcher.expect();
  }

  /** Answered when durable. */
  CompletableFuture<List<Submitted>> add(List<NewJob> wanted) {
    return batcher.add(wanted);
  }

  private List<Submitted> submit(List<NewJob> wanted) {
    List<Submitted> submitted = submitLending(wanted);
    metrics.batch("submit", wanted.size());
    for (int at = 0; at < wanted.size(); at++) {
      if (!submitted.get(at).existing()) {
        metrics.submitted(wanted.get(at).topic(), 1);
      }
    }
    return submitted;
  }

  private List<Submitted> submitLending(List<NewJob> wanted) {
    Lending lending = Lending.offer(wanted, crews, idle);
    if (lending.isEmpty()) {
      return jobs.submit(wanted);
    }
    try {
      List<Submitted> submitted = jobs.submit(wanted, lending.workers());
      pump.measure(lending.deliver(submitted, freed));
      return submitted;
    } catch (RuntimeException e) {
      lending.withdraw(freed);
      failed.run();
      throw e;
    }
  }

  @Override
  public void close() {
    batcher.close();
  }
}
