package dev.pulse.server.dispatch;

import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way back: reports are recorded in batches, and each is acknowledged when it is durable. */
final class Results implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Results.class);
  private static final long RETRY_MILLIS = 200;

  /** More of them would make those wait who submit by the same line. */
  private static final int MOST_BY_LINE = 64;

  private final Jobs jobs;
  private final Waiters waiters;
  private final Metrics metrics;
  private final Executor threads;
  private final Batcher<Report, Ack> reports;
  private final List<Cargo<Report, Ack>> cargos = new CopyOnWriteArrayList<>();

  Results(Jobs jobs, Waiters waiters, Metrics metrics, Executor threads) {
    this.jobs = jobs;
    this.waiters = waiters;
    this.metrics = metrics;
    this.threads = threads;
    this.reports = new Batcher<>("report", 2, Batcher.MOST, this::reportBatch);
  }

  /** From now on what this express' loop hears goes by it, if it is plain. */
  void use(Express express) {
    cargos.add(express.carry(MOST_BY_LINE, Results::length, this::reportBy, reports::add));
  }

  void report(Session session, List<Report> ended) {
    Cargo<Report, Ack> cargo = arePlain(session, ended) ? Cargo.open(cargos) : null;
    var _ =
        (cargo == null ? reports.add(ended) : cargo.add(ended))
            .whenComplete((acks, failure) -> answer(session, ended, acks, failure));
  }

  private static boolean arePlain(Session session, List<Report> ended) {
    for (Report report : ended) {
      if (!(report.outcome() instanceof Outcome.Succeeded)
          || report.note() != null
          || !session.holdsPlain(report.lease())) {
        return false;
      }
    }
    return true;
  }

  private static int length(Report report) {
    return report.outcome() instanceof Outcome.Succeeded(String result) && result != null
        ? result.length()
        : 0;
  }

  private CompletableFuture<List<Ack>> reportBy(Line line, List<Report> ended) {
    metrics.batch("report", ended.size());
    return jobs.reportBy(line, ended);
  }

  @Override
  public void close() {
    reports.close();
  }

  private List<Ack> reportBatch(List<Report> ended) {
    List<Ack> acks = jobs.report(ended);
    metrics.batch("report", ended.size());
    return acks;
  }

  private void answer(
      Session session, List<Report> ended, @Nullable List<Ack> acks, @Nullable Throwable failure) {
    if (acks == null) {
      if (failure instanceof RejectedExecutionException) {
        return; // shutting down: the worker keeps its results and tells the next server
      }
      log.warn("cannot record {} results, trying again: {}", ended.size(), String.valueOf(failure));
      CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS, threads)
          .execute(() -> report(session, ended));
      return;
    }
    var answers = new ArrayList<WorkerLink.Answer>();
    var finished = new ArrayList<UUID>();
    for (int at = 0; at < ended.size(); at++) {
      Lease lease = ended.get(at).lease();
      Session.Held held = session.release(lease);
      answers.add(new WorkerLink.Answer(lease, acks.get(at)));
      if (held != null) {
        count(held.topic(), acks.get(at));
        if (acks.get(at) instanceof Ack.Recorded(var status) && status.isFinished()) {
          finished.add(held.id());
        }
      }
    }
    session.link().acknowledge(answers);
    waiters.finished(finished);
  }

  private void count(String topic, Ack ack) {
    switch (ack) {
      case Ack.Recorded(var status) -> {
        switch (status) {
          case COMPLETED -> metrics.completed(topic, 1);
          case RETRYING -> metrics.failed(topic, 1);
          case DEAD_LETTERED -> {
            metrics.failed(topic, 1);
            metrics.dead(topic, 1);
          }
          case SCHEDULED, PENDING, RUNNING, CANCELED -> {}
        }
      }
      case Ack.FencedOut _ -> metrics.leaseLost(topic, 1);
    }
  }
}
