package dev.pulse.server.dispatch;

import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.Line;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How jobs come in: batched, and straight into a free slot where nothing is before them. */
final class Intake implements AutoCloseable {
  /** More than that are better shared by the lanes. */
  private static final int MOST_BY_LINE = 256;

  private final Jobs jobs;
  private final Crews crews;
  private final Pump pump;
  private final Predicate<String> idle;
  private final Metrics metrics;
  private final Runnable failed;
  private final Consumer<Session> freed;
  private final List<Cargo<NewJob, Submitted>> cargos = new CopyOnWriteArrayList<>();
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

  /** From now on what this express' loop submits goes by it. */
  void use(Express express) {
    Cargo<NewJob, Submitted> cargo =
        express.carry(MOST_BY_LINE, job -> job.args().length(), this::submitBy, batcher::add);
    express.hurryFor(cargo);
    cargos.add(cargo);
  }

  /** A job is being read. */
  void expect() {
    if (Cargo.open(cargos) == null) {
      batcher.expect();
    }
  }

  /** Answered when durable. */
  CompletableFuture<List<Submitted>> add(List<NewJob> wanted) {
    Cargo<NewJob, Submitted> cargo = Cargo.open(cargos);
    return cargo == null ? batcher.add(wanted) : cargo.add(wanted);
  }

  private @Nullable CompletableFuture<List<Submitted>> submitBy(Line line, List<NewJob> wanted) {
    Lending lending = Lending.offer(wanted, crews, idle);
    try {
      CompletableFuture<List<Submitted>> submitting =
          jobs.submitBy(line, wanted, lending.workers());
      if (submitting == null) {
        lending.withdraw(freed);
        return null;
      }
      return submitting.whenComplete(
          (submitted, failure) -> settle(lending, wanted, submitted, failure));
    } catch (RuntimeException e) {
      lending.withdraw(freed);
      throw e;
    }
  }

  private void settle(
      Lending lending,
      List<NewJob> wanted,
      @Nullable List<Submitted> submitted,
      @Nullable Throwable failure) {
    if (failure != null) {
      failed.run();
    }
    if (submitted == null || submitted.isEmpty()) {
      lending.withdraw(freed);
    } else {
      pump.measure(lending.deliver(submitted, freed));
      measure(wanted, submitted);
    }
  }

  private List<Submitted> submit(List<NewJob> wanted) {
    List<Submitted> submitted = submitLending(wanted);
    measure(wanted, submitted);
    return submitted;
  }

  private void measure(List<NewJob> wanted, List<Submitted> submitted) {
    metrics.batch("submit", wanted.size());
    for (int at = 0; at < wanted.size(); at++) {
      if (!submitted.get(at).existing()) {
        metrics.submitted(wanted.get(at).topic(), 1);
      }
    }
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
