package dev.pulse.server.run;

import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.Database;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The door of runs and signals. Whatever changes a run is one transaction under the lock of its
 * row, so that of a delivery, an expiry and a cancel exactly one wins.
 */
public final class Runs {
  private final Starting starting;
  private final Signals signals;
  private final Ending ending;
  private final RunLookup lookup;
  private final Explaining explaining;
  private final Links links;
  private final Feed feed;
  private final Duration retention;

  /** Watches the jobs of runs from now on. */
  public Runs(Database database, Jobs jobs, Duration retention) {
    this.retention = retention;
    this.feed = new Feed(database);
    var store = new RunStore(jobs, feed::changed);
    this.starting = new Starting(database, store, jobs);
    this.signals = new Signals(database, store, jobs);
    this.ending = new Ending(database, store, jobs::cancel);
    this.lookup = new RunLookup(database);
    this.explaining = new Explaining(lookup, jobs);
    this.links = new Links(database);
    jobs.watchNodes(new NodeWatcher(database, store, explaining));
  }

  /** How a job is canceled so that its worker is told. */
  public void onCancel(Consumer<UUID> canceling) {
    ending.onCancel(canceling);
  }

  /** With an id that is known, nothing is done. */
  public Started start(NewRun run) {
    return starting.start(run);
  }

  public Optional<Run> find(UUID id) {
    return lookup.find(id);
  }

  /** The same without nodes and waits, for whoever only wants to know how it stands. */
  public Optional<Run> head(UUID id) {
    return lookup.head(id);
  }

  /** Newest first, without nodes and waits. */
  public Page<Run> list(RunFilter filter, int limit, @Nullable String cursor) {
    return lookup.list(filter, limit, cursor);
  }

  /**
   * Delivers a signal (N5). Answers JSON, the same to the byte for a delivery and for every
   * repetition of it.
   */
  public String deliver(UUID run, Delivery delivery) {
    return signals.deliver(run, delivery);
  }

  /** Commits a running attempt's wait, so that it may be answered before it suspends (N7). */
  public Wait arm(long job, int fence, StageNote.Ask ask) {
    return lookup.wait(signals.arm(job, fence, ask)).orElseThrow();
  }

  public Run cancel(UUID id) {
    ending.cancel(id);
    return require(id);
  }

  /** Starts over what was not completed (N10). */
  public Run retry(UUID id) {
    ending.retry(id);
    return require(id);
  }

  /** Waits across runs, oldest first; the pending ones are the inbox (N9). */
  public Page<Wait> waits(@Nullable WaitStatus status, int limit, @Nullable String cursor) {
    return lookup.waits(status, limit, cursor);
  }

  public Optional<Wait> wait(UUID id) {
    return lookup.wait(id);
  }

  /** What happened after that number, in order. */
  public List<RunEvent> events(UUID run, int after, int limit) {
    return lookup.events(run, after, limit);
  }

  /**
   * Completes when there may be more events after that number. Ask for it before looking, and
   * cancel it when it is no longer of interest.
   */
  public CompletableFuture<Void> moreEvents(UUID run, int after) {
    return feed.more(run, after);
  }

  public RunExplanation explain(UUID run) {
    return explaining.run(run);
  }

  /** The secret end of the link by which this wait can be answered once, without a password. */
  public String linkToken(UUID wait) {
    return links.token(wait);
  }

  /** The wait that a link is for. */
  public Wait linked(String token) {
    return links.read(token).flatMap(lookup::wait).orElseThrow(RunRefused::deadLink);
  }

  /** A step of the sweeper: answers how many waits expired. */
  public int expire(int chunk) {
    return signals.expire(chunk);
  }

  /** A step of the sweeper: cancels the jobs of canceled runs that a dead server left. */
  public int unwind(int chunk) {
    return ending.unwind(chunk);
  }

  /** Wakes readers of events that other servers wrote. */
  public int pollEvents() {
    return feed.poll();
  }

  /** A step of the pruner: answers how many closed runs it forgot. */
  public int prune(int chunk) {
    return ending.prune(retention, chunk);
  }

  /** Whoever reads events is sent away. */
  public void drain() {
    feed.drain();
  }

  public boolean isDraining() {
    return feed.isDraining();
  }

  private Run require(UUID id) {
    return find(id).orElseThrow(() -> RunRefused.notFound(id));
  }
}
