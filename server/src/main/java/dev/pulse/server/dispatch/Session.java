package dev.pulse.server.dispatch;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Kept;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connected worker: what it may still be sent and what it holds. */
public final class Session {
  private static final Logger log = LoggerFactory.getLogger(Session.class);

  /** A lease that was handed out and not reported yet. */
  record Held(UUID id, String topic, boolean plain, long sinceNanos) {}

  private final Dispatcher dispatcher;
  private final long worker;
  private final Set<String> topics;
  private final List<Kept> kept;
  private final WorkerLink link;
  private final AtomicInteger credits = new AtomicInteger();
  private final AtomicBoolean beaten = new AtomicBoolean();
  private final ConcurrentMap<Lease, Held> held = new ConcurrentHashMap<>();
  private volatile boolean leaving;
  private volatile boolean gone;
  private final Set<Lease> late = ConcurrentHashMap.newKeySet();

  Session(
      Dispatcher dispatcher, long worker, Set<String> topics, List<Kept> kept, WorkerLink link) {
    this.dispatcher = dispatcher;
    this.worker = worker;
    this.topics = topics;
    this.kept = kept;
    this.link = link;
    long now = System.nanoTime();
    kept.forEach(each -> held.put(each.lease(), new Held(each.id(), each.topic(), false, now)));
  }

  public long worker() {
    return worker;
  }

  /** Of the leases it came with, those that go on. */
  public List<Lease> kept() {
    return kept.stream().map(Kept::lease).toList();
  }

  /** The worker can take so many more jobs. */
  public void credit(int slots) {
    if (slots > 0 && !leaving) {
      credits.addAndGet(slots);
      dispatcher.hungry(this);
    }
  }

  public void report(List<Report> reports) {
    dispatcher.report(this, reports);
  }

  public void beat() {
    beaten.set(true);
  }

  /** The worker wants no more jobs; it finishes what it has. */
  public void goodbye() {
    leaving = true;
    dispatcher.noMore(this);
  }

  /**
   * The connection is gone. Without a goodbye the worker may come back for its leases; after one it
   * will not, and what was claimed for it while it left, it never saw.
   */
  public void disconnected() {
    gone = true;
    dispatcher.gone(this, leaving);
    handBackUnseen();
  }

  private void handBackUnseen() {
    var unseen = new ArrayList<Report>();
    for (Lease lease : List.copyOf(late)) {
      if (late.remove(lease) && held.containsKey(lease)) {
        unseen.add(new Report(lease, new Outcome.Released()));
      }
    }
    if (!unseen.isEmpty()) {
      report(unseen);
    }
  }

  Set<String> topics() {
    return topics;
  }

  WorkerLink link() {
    return link;
  }

  /** Takes one free slot, if there is one. */
  boolean reserve() {
    return !leaving && credits.getAndUpdate(free -> free > 0 ? free - 1 : 0) > 0;
  }

  void giveBack(int slots) {
    credits.addAndGet(slots);
  }

  boolean isHungry() {
    return !leaving && credits.get() > 0;
  }

  void assign(List<Assignment> jobs) {
    long now = System.nanoTime();
    for (Assignment job : jobs) {
      held.put(job.lease(), new Held(job.id(), job.topic(), job.plain(), now));
      if (leaving) {
        late.add(job.lease());
      }
    }
    send(jobs);
    if (gone && leaving) {
      handBackUnseen();
    }
  }

  /** What cannot be sent is not held, so that it is handed back; nobody else suffers from it. */
  private void send(List<Assignment> jobs) {
    try {
      link.assign(jobs);
    } catch (RuntimeException e) {
      log.warn("cannot send {} jobs to worker {}", jobs.size(), worker, e);
      jobs.forEach(job -> held.remove(job.lease()));
      dispatcher.claimFailed();
    }
  }

  @Nullable Held release(Lease lease) {
    return held.remove(lease);
  }

  boolean holdsPlain(Lease lease) {
    Held one = held.get(lease);
    return one != null && one.plain();
  }

  boolean holds(Lease lease) {
    return held.containsKey(lease);
  }

  /** Cancels it, if it is held. */
  void cancel(Lease lease, String reason) {
    if (held.remove(lease) != null) {
      link.cancel(lease, reason);
    }
  }

  /** Leases handed out at least that long ago. */
  List<Lease> heldSince(long nanosAgo) {
    long now = System.nanoTime();
    var old = new ArrayList<Lease>();
    held.forEach(
        (lease, since) -> {
          if (now - since.sinceNanos() >= nanosAgo) {
            old.add(lease);
          }
        });
    return old;
  }

  boolean takeBeat() {
    return beaten.getAndSet(false);
  }
}
