package dev.pulse.server.dispatch;

import dev.pulse.server.job.Arrival;
import dev.pulse.server.job.Explanation;
import dev.pulse.server.job.Job;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Kept;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Line;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door of dispatch: jobs come in batched, go out to connected workers as soon as they are
 * ready, and their ends come back batched. What it knows is in memory only: a lost server loses
 * connections, never jobs.
 */
public final class Dispatcher implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
  private static final long NEVER = Long.MIN_VALUE;

  private final Jobs jobs;
  private final Executor threads;
  private final PauseGate gate;
  private final Wakeups wakeups;
  private final Pump pump;
  private final Crews crews;
  private final Roster roster = new Roster();
  private final Waiters waiters;
  private final Intake intake;
  private final Results results;
  private final Round round;
  private final List<Express> expresses = new CopyOnWriteArrayList<>();
  private volatile boolean draining;
  private volatile Runnable onDrain = () -> {};
  private final AtomicLong lastFailedClaim = new AtomicLong(NEVER);

  /** Knows what is paused before it claims anything (D1); a database that cannot say fails it. */
  public Dispatcher(
      Database database, Jobs jobs, Metrics metrics, InstantSource clock, Executor threads) {
    this.gate = new PauseGate(database);
    this.jobs = jobs;
    this.threads = threads;
    this.wakeups = new Wakeups(database);
    this.waiters = new Waiters(jobs);
    this.round = new Round(jobs);
    this.pump = new Pump(jobs, this::mayClaim, metrics, clock, this::claimFailed, threads);
    this.crews = pump.crews();
    this.intake = new Intake(jobs, crews, pump, this::isIdle, metrics, this::claimFailed);
    this.results = new Results(jobs, waiters, metrics, threads);
    jobs.onReady(this::arrived);
    wakeups.onArrival(this::arrivedElsewhere);
    wakeups.onCancel(this::canceledElsewhere);
    wakeups.start();
  }

  private boolean mayClaim(String topic) {
    return !draining && gate.pauseOf(topic) == null;
  }

  /** What is paused, as this server knows it: at most a second old. */
  public List<Pause> pauses() {
    return gate.pauses();
  }

  /**
   * Stops claiming, and nothing else: submits, running jobs and what makes jobs go on.
   *
   * @param topic null: every topic
   */
  public void pause(@Nullable String topic, String reason, String actor) {
    gate.pause(topic, reason, actor);
  }

  public void resume(@Nullable String topic) {
    gate.resume(topic);
    wakeAll();
  }

  /** Follows what other servers were told. */
  public int followPauses() {
    if (gate.refresh()) {
      wakeAll();
    }
    return gate.pauses().size();
  }

  /** A limit was changed here; other servers find out by their poll. */
  public void limitsChanged() {
    Round.Part part;
    do {
      part = round.next();
      follow(part);
    } while (!part.last());
  }

  private void wakeAll() {
    crews.wakeAll();
  }

  /** Why a job is not running: what the kernel knows, and whether its topic is paused. */
  public Explanation explain(UUID id) {
    Explanation known = jobs.explain(id);
    Pause pause = jobs.find(id).map(job -> gate.pauseOf(job.topic())).orElse(null);
    if (pause == null || known.status() != JobStatus.PENDING) {
      return known;
    }
    var reasons = new ArrayList<Explanation.Reason>();
    String what = pause.topic() == null ? "Everything" : "Its topic " + pause.topic();
    reasons.add(
        new Explanation.Reason(
            "paused",
            "%s is paused by %s since %s: %s"
                .formatted(what, pause.actor(), pause.since(), pause.reason())));
    reasons.addAll(known.reasons());
    return new Explanation(id, known.status(), reasons);
  }

  /** From now on what the line's loop hears goes by that line. */
  public void use(Line line) {
    var express = new Express(line);
    expresses.add(express);
    intake.use(express);
    results.use(express);
  }

  /** A job is being read that will be submitted next. */
  public void expectSubmit() {
    intake.expect();
  }

  /** Answered when durable. */
  public CompletableFuture<List<Submitted>> submit(List<NewJob> wanted) {
    return intake.add(wanted);
  }

  /** A worker comes; it is sent jobs as soon as it gives credit. */
  public Session connect(Hello hello, WorkerLink link) {
    if (draining) {
      throw new RejectedExecutionException("the server is shutting down");
    }
    long worker = jobs.register(hello.worker());
    List<Kept> kept = hello.held().isEmpty() ? List.of() : jobs.adopt(worker, hello.held());
    if (hello.previous() != 0) {
      jobs.leave(hello.previous(), hello.worker().name());
    }
    var session = new Session(this, worker, Set.copyOf(hello.worker().topics()), kept, link);
    roster.add(session);
    crews.join(session);
    return session;
  }

  /** A running job's worker is told, on whichever server it is. */
  public void cancel(UUID id) {
    Optional<Lease> broken = jobs.cancel(id);
    waiters.finished(List.of(id));
    broken.ifPresent(
        lease -> {
          if (!cancelHere(lease)) {
            wakeups.cancel(lease);
          }
        });
  }

  /** The job when it has finished, or as it is when the time is over; empty if there is none. */
  public CompletableFuture<Optional<Job>> await(UUID id, Duration atMost) {
    CompletableFuture<Void> end = waiters.await(id);
    return CompletableFuture.supplyAsync(() -> jobs.find(id), threads)
        .thenCompose(
            job ->
                job.isEmpty() || job.get().status().isFinished()
                    ? CompletableFuture.completedFuture(job)
                    : end.copy()
                        .completeOnTimeout(null, atMost.toMillis(), TimeUnit.MILLISECONDS)
                        .thenApplyAsync(_ -> jobs.find(id), threads))
        .whenComplete((_, _) -> waiters.forget(id));
  }

  /** Extends the leases of the workers that gave a sign of life since the last time. */
  public int beat() {
    List<Session> alive = roster.all().stream().filter(Session::takeBeat).toList();
    if (alive.isEmpty()) {
      return 0;
    }
    Set<Long> extended = jobs.beat(alive.stream().mapToLong(Session::worker).toArray());
    for (Session session : alive) {
      if (!extended.contains(session.worker())) {
        log.warn("worker {} came back after its lease had lapsed", session.worker());
        forget(session);
        session.link().farewell();
      }
    }
    return extended.size();
  }

  /** Tells workers what they lost without being told: canceled or reaped by another server. */
  public int tellLost(Duration heldFor) {
    var held = new ArrayList<Lease>();
    roster.all().forEach(session -> held.addAll(session.heldSince(heldFor.toNanos())));
    if (held.isEmpty()) {
      return 0;
    }
    List<Lease> lost = jobs.lost(held);
    lost.forEach(this::cancelHere);
    return lost.size();
  }

  /**
   * A claim whose answer was lost may have been committed: then jobs are lent to workers that never
   * heard of them and whose heartbeats would keep them so. They are handed back.
   *
   * @param since younger leases may be on their way to the worker
   */
  public int handBackUndelivered(Duration since) {
    long failedAt = lastFailedClaim.get();
    if (failedAt == NEVER || System.nanoTime() - failedAt < since.toNanos()) {
      return 0;
    }
    long[] workers = roster.all().stream().mapToLong(Session::worker).toArray();
    List<Report> undelivered =
        jobs.lent(workers, since).stream()
            .filter(lease -> !roster.holds(lease))
            .map(lease -> new Report(lease, new Outcome.Released()))
            .toList();
    jobs.report(undelivered);
    lastFailedClaim.compareAndSet(failedAt, NEVER);
    return undelivered.size();
  }

  /**
   * Covers lost wake-ups: looks which topics have both jobs and workers. Now and then every such
   * topic is scanned from the start, for what a busy topic's mark may hide. While nobody is idle
   * that can wait: a wake-up that was lost costs nobody's time.
   */
  public int poll() {
    waiters.poll();
    if (roster.all().isEmpty() || !round.isDue(crews.isAnybodyIdle())) {
      return 0;
    }
    return follow(round.next());
  }

  private int follow(Round.Part part) {
    List<Arrival> served =
        part.queues().stream().filter(queue -> crews.serves(queue.topic())).toList();
    for (Arrival queue : served) {
      if (queue.isGated()) {
        var _ = jobs.arrived(queue); // its limits may have been changed by anybody
      }
      if (part.thorough() || queue.isGated()) {
        crews.wake(queue.topic(), part.thorough());
      } else {
        crews.jobsSeen(queue.topic());
      }
    }
    return served.size();
  }

  /**
   * No more claims; workers are sent elsewhere, and whoever waits for a job is told how it stands.
   */
  public void drain() {
    draining = true;
    onDrain.run();
    waiters.release();
    for (Session session : roster.all()) {
      crews.leave(session);
      session.link().farewell();
    }
  }

  /** Who keeps connections open for submits ends them then. */
  public void onDrain(Runnable listener) {
    onDrain = listener;
  }

  public boolean isDraining() {
    return draining;
  }

  /** Whether nothing is being claimed. */
  boolean isAtRest() {
    return crews.isAtRest();
  }

  /** How many workers are connected. */
  public int workers() {
    return roster.all().size();
  }

  @Override
  public void close() {
    draining = true;
    pump.close();
    expresses.forEach(Express::close);
    intake.close();
    results.close();
    wakeups.close();
  }

  void claimFailed() {
    lastFailedClaim.set(System.nanoTime());
  }

  void hungry(Session session) {
    crews.hungry(session);
  }

  void noMore(Session session) {
    crews.leave(session);
  }

  void gone(Session session, boolean forGood) {
    forget(session);
    if (forGood) {
      threads.execute(() -> jobs.gone(session.worker()));
    }
  }

  private void forget(Session session) {
    crews.leave(session);
    roster.remove(session);
  }

  void report(Session session, List<Report> ended) {
    results.report(session, ended);
  }

  private boolean isIdle(String topic) {
    return mayClaim(topic) && crews.isDry(topic);
  }

  private void arrived(Collection<Arrival> arrivals) {
    for (Arrival arrival : arrivals) {
      boolean served = crews.serves(arrival.topic());
      if (served) {
        crews.wake(arrival.topic(), false);
      }
      if (arrival
          .isNews()) { // the worker whose job freed a slot is ours, and hungry or about to be
        if (!served) {
          wakeups.announce(arrival.everywhere());
        }
      } else if (!crews.isHungry(arrival.topic())) {
        wakeups.announce(arrival);
      }
    }
  }

  private void arrivedElsewhere(Arrival arrival) {
    if (arrival.isEverywhere() || crews.serves(arrival.topic())) {
      for (Arrival news : jobs.arrived(arrival)) {
        if (crews.serves(news.topic())) {
          crews.wake(news.topic(), false);
        }
      }
    }
  }

  private boolean cancelHere(Lease lease) {
    Session session = roster.byWorker(lease.worker());
    if (session == null) {
      return false;
    }
    session.cancel(lease, "canceled or lost");
    return true;
  }

  private void canceledElsewhere(Lease lease) {
    cancelHere(lease);
  }
}
