package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Line;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The door of the job kernel. Every method is one or a few statements whose WHERE holds the
 * invariant; the database is the only arbiter, so any number of servers may call them at once.
 */
public final class Jobs {
  /** The limit that every agent's job carries, whoever makes it. */
  public static final String AGENT_LIMIT = AgentLimit.NAME;

  private final JobConfig config;
  private final Gates gates;
  private final Arrivals arrivals;
  private final Submissions submissions;
  private final Claims claims;
  private final Reports reports;
  private final Leases leases;
  private final Cancellations cancellations;
  private final DeadLetters deadLetters;
  private final Promotion promotion;
  private final Pruning pruning;
  private final Lookup lookup;
  private final Explaining explaining;
  private final Aging aging;
  private final Watch watch = new Watch();

  public Jobs(Database database, JobConfig config, RandomGenerator dice) {
    var marks = new Marks();
    this.gates = new Gates();
    var moves = new Moves(dice, watch);
    this.config = config;
    this.arrivals = new Arrivals(marks, gates);
    this.aging = new Aging(database, arrivals);
    this.submissions = new Submissions(database, gates, marks, aging, arrivals);
    this.claims = new Claims(database, gates, marks, watch);
    this.reports = new Reports(database, moves, arrivals, watch);
    this.leases = new Leases(database, moves, arrivals);
    this.cancellations = new Cancellations(database, moves, arrivals, watch);
    this.deadLetters = new DeadLetters(database, arrivals, watch);
    this.promotion = new Promotion(database, arrivals);
    this.pruning = new Pruning(database);
    this.lookup = new Lookup(database);
    this.explaining = new Explaining(database, lookup, watch);
  }

  /**
   * Tells what became ready here, after its commit: the first in line of each topic. One listener.
   */
  public void onReady(Consumer<Collection<Arrival>> listener) {
    arrivals.onReady(listener);
  }

  /** Tells that a job waits for a time that may come sooner than any other. One listener. */
  public void onScheduled(Runnable listener) {
    arrivals.onScheduled(listener);
  }

  /** Jobs that have a run as their origin are of interest to this one. One watcher. */
  public void watchNodes(Watcher watcher) {
    watch.runsBy(watcher);
  }

  /** The same for jobs that have a sling as their origin. One watcher. */
  public void watchSlings(Watcher watcher) {
    watch.slingsBy(watcher);
  }

  /** Tells that an agent's job has ended, so that there may be room for another. One listener. */
  public void onAgentEnded(Runnable listener) {
    arrivals.onAgentEnded(listener);
  }

  /**
   * Holds on to a running attempt until the caller's transaction ends: nobody else can end it
   * meanwhile. Empty if it has ended.
   */
  public Optional<Watcher.Watched> hold(Connection transaction, long job, int fence)
      throws SQLException {
    return watch.hold(transaction, job, fence);
  }

  /**
   * Another server made a job ready or a slot free: the next claim here must not start behind it.
   * Answers which queues are worth a claim by that.
   */
  public Collection<Arrival> arrived(Arrival arrival) {
    return arrivals.arrived(arrival);
  }

  public Submitted submit(NewJob job) {
    return submit(List.of(job)).getFirst();
  }

  /** All of them or none; answers in their order. */
  public List<Submitted> submit(List<NewJob> jobs) {
    return submit(jobs, Submissions.NOBODY);
  }

  /**
   * The same for jobs that somebody waits for: one that nothing waits before is lent at once, in
   * the commit that makes it.
   *
   * @param workers for each job who has a free slot for it, or 0; not 0 only if it {@linkplain
   *     NewJob#isUnhindered is unhindered}
   */
  public List<Submitted> submit(List<NewJob> jobs, long[] workers) {
    jobs.forEach(this::check);
    return submissions.submit(jobs, workers);
  }

  /** The same over a line; null: this is no way for them, an empty answer: none was taken. */
  public @Nullable CompletableFuture<List<Submitted>> submitBy(
      Line line, List<NewJob> jobs, long[] workers) {
    jobs.forEach(this::check);
    return submissions.submitBy(line, jobs, workers);
  }

  /** Refuses what is not exactly one JSON value, or is longer than that. */
  public static void checkJson(String field, String text, int mostBytes) {
    Rules.json(field, text);
    Rules.size(field, text, mostBytes);
  }

  /** Refuses what no submit would take, for whoever keeps a job to submit it later. */
  public void check(NewJob job) {
    Rules.size("args", job.args(), config.maxArgsBytes());
  }

  /**
   * Submits as part of the caller's transaction: the jobs exist if and only if that commits. Each
   * brings its id; one that is known already is left as it is. After the commit, and not before,
   * the caller {@linkplain #announce announces} the answer, or workers wait for the next poll.
   */
  public List<Arrival> submitWithin(Connection transaction, List<NewJob> jobs) throws SQLException {
    jobs.forEach(this::check);
    return submissions.submitWithin(transaction, jobs);
  }

  /** Tells that these became ready by a transaction of the caller's own, which has committed. */
  public void announce(List<Arrival> ready) {
    arrivals.announce(ready);
  }

  /**
   * Claims due jobs of a topic by priority, then first come, first served.
   *
   * @param workers one entry per free slot: the worker that gets the next job
   * @param fromStart also looks for what a mark may hide; to be asked for now and then
   */
  public List<Assignment> claim(String topic, long[] workers, boolean fromStart) {
    return claims.claim(topic, workers, fromStart);
  }

  /**
   * The same for several topics in one statement, one after the other until the slots are used up.
   * It leaves out jobs that carry limits: topics that {@linkplain #hasLimited have such} are
   * claimed alone. What nobody heard of is told by {@link #readyQueues}.
   *
   * @param each at most so many of one topic
   */
  public List<Assignment> claimEach(List<Pick> picks, long[] workers, int each) {
    return claims.claimEach(picks, workers, each);
  }

  /** Whether jobs that carry limits may wait in the topic, and not in vain. */
  public boolean hasLimited(String topic) {
    return gates.isOpen(topic);
  }

  /**
   * A worker's word as a report that can be recorded: a result we cannot keep makes it a failure
   * that says so, or the worker would send it again for ever.
   */
  public Report accept(Lease lease, Outcome outcome, @Nullable Note note) {
    try {
      var report = new Report(lease, outcome, note);
      checkSize(report);
      return report;
    } catch (JobRefused e) {
      return Report.refused(lease, outcome, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Ends attempts of {@linkplain Assignment#plain plain} jobs that succeeded, over a line; an empty
   * answer: {@link #report} knows more.
   */
  public CompletableFuture<List<Ack>> reportBy(Line line, List<Report> plain) {
    return Reports.reportBy(line, plain);
  }

  /** Ends attempts; answers in order, when everything is durable. */
  public List<Ack> report(List<Report> ended) {
    ended.forEach(this::checkSize);
    return reports.report(ended);
  }

  private void checkSize(Report report) {
    String result = AttemptOutcome.result(report.outcome());
    if (result != null) {
      Rules.size("result", result, config.maxResultBytes());
    }
  }

  /** A worker comes; its number is part of every lease it gets. */
  public long register(NewWorker worker) {
    return leases.register(worker);
  }

  /** One statement, however many workers and jobs. Answers whose lease goes on. */
  public Set<Long> beat(long[] workers) {
    return leases.beat(workers);
  }

  /** Which of these leases are good no more: their jobs were canceled, reaped or ended. */
  public List<Lease> lost(List<Lease> held) {
    return leases.lost(held);
  }

  /** What these workers have been lent at least that long ago, whether or not they know of it. */
  public List<Lease> lent(long[] workers, Duration since) {
    return leases.lent(workers, since);
  }

  /** A worker that lost its connection goes on under a new number; answers what it could keep. */
  public List<Kept> adopt(long heir, List<Lease> held) {
    return leases.adopt(heir, held);
  }

  /** A worker of that name goes; what it was lent and never started is handed back. */
  public int leave(long worker, String name) {
    return leases.leave(worker, name);
  }

  /** A worker went for good; the watchdog takes what it left behind. */
  public void gone(long worker) {
    leases.gone(worker);
  }

  /** Answers the lease that was broken, if the job was running. */
  public Optional<Lease> cancel(UUID id) {
    return cancellations.cancel(id);
  }

  /** Starts a dead or canceled job over. */
  public void retry(UUID id) {
    deadLetters.retry(id);
  }

  public Handled retryDead(DeadFilter filter) {
    return deadLetters.retryAll(filter);
  }

  public Handled purgeDead(DeadFilter filter) {
    return deadLetters.purge(filter);
  }

  public Optional<Job> find(UUID id) {
    return lookup.find(id);
  }

  public Page<Job> list(JobFilter filter, int limit, @Nullable String cursor) {
    return lookup.list(filter, limit, cursor);
  }

  /** The jobs that a schedule made, newest first. */
  public Page<Job> madeBy(UUID schedule, int limit, @Nullable String cursor) {
    return lookup.madeBy(schedule, limit, cursor);
  }

  public List<AttemptRecord> attempts(UUID id) {
    return lookup.attempts(id);
  }

  /** Unfinished jobs and dead letters by topic and status, each counted up to a cap. */
  public List<TopicCount> counts() {
    return lookup.counts();
  }

  /** The next so many queues, in the order of their names, that have jobs ready to start. */
  public List<Arrival> readyQueues(String after, int most) {
    return lookup.readyQueues(after, most);
  }

  /** How long until a rate or a pause lets more jobs of the topic through, as far as known. */
  public Optional<Duration> untilReopened(String topic) {
    return gates.untilReopened(topic);
  }

  /** Which of these jobs have finished. */
  public List<UUID> finished(Collection<UUID> ids) {
    return lookup.finished(ids);
  }

  public Explanation explain(UUID id) {
    return explaining.explain(id);
  }

  /**
   * Waiting that long is worth one point of priority in this topic; null: waiting is worth nothing.
   */
  public void aging(String topic, @Nullable Duration aging) {
    this.aging.set(topic, aging);
  }

  /** The topics in which waiting counts, and how long is worth a point of priority there. */
  public Map<String, Duration> aging() {
    return aging.all();
  }

  /** Learns which of that was set by other servers. */
  public int followAging() {
    return aging.follow();
  }

  /** A step of the promoter: answers how many jobs became due. */
  public int promote(int chunk, boolean fromStart) {
    return promotion.promote(chunk, fromStart);
  }

  /** How long until the promoter is needed again; empty if nothing waits for a time. */
  public Optional<Duration> untilNextDue() {
    return promotion.untilNextDue();
  }

  /** A step of the watchdog: answers how many jobs were taken from workers that are gone. */
  public int reap() {
    return leases.reap();
  }

  /** A step of the pruner: answers how much it forgot. */
  public int prune(int chunk) {
    return pruning.prune(config.retention(), chunk);
  }
}
