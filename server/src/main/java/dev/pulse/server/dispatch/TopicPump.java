package dev.pulse.server.dispatch;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves one topic's jobs to whoever has a free slot. At most one claim is under way; what happens
 * meanwhile (arrivals, freed slots) makes the next one larger. A dry topic costs nothing until it
 * is woken.
 */
final class TopicPump {
  private static final Logger log = LoggerFactory.getLogger(TopicPump.class);
  private static final int MOST = 500;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1); // then the poll comes

  private final String topic;
  private final Means means;

  private boolean running;
  private boolean woken;
  private boolean dry = true;
  private boolean fromStart = true;
  private boolean timed;

  TopicPump(String topic, Means means) {
    this.topic = topic;
    this.means = means;
  }

  /**
   * What every pump of a dispatcher shares.
   *
   * @param unsure told when a claim failed: it may have been committed all the same
   */
  record Means(
      Jobs jobs,
      Roster roster,
      Predicate<String> gate,
      Metrics metrics,
      InstantSource clock,
      Runnable unsure,
      Executor threads) {

    void measure(List<Assignment> claimed) {
      if (!claimed.isEmpty()) {
        String topic = claimed.getFirst().topic();
        metrics.batch("claim", claimed.size());
        metrics.claimed(topic, claimed.size());
        // Retries and delays would tell of waiting that was asked for: the first in line will do.
        Instant submitted = claimed.getFirst().submittedAt();
        metrics.dispatched(topic, Duration.between(submitted, clock.instant()));
      }
    }
  }

  /** Whether nothing is known to wait. */
  synchronized boolean isDry() {
    return dry;
  }

  /** There may be jobs. */
  synchronized void wake(boolean alsoBehindTheMark) {
    fromStart |= alsoBehindTheMark;
    dry = false;
    woken = true;
    start();
  }

  /** There are jobs, by the database's word. If the last claim found none, the mark hides them. */
  synchronized void jobsSeen() {
    if (dry) {
      wake(true);
    }
  }

  /** There are free slots. */
  synchronized void slotsFreed() {
    if (!dry) {
      woken = true;
      start();
    }
  }

  private void start() {
    if (!running) {
      running = true;
      means.threads().execute(this::run);
    }
  }

  private void run() {
    boolean more = true;
    while (more) {
      boolean rescan = begin();
      List<Session> slots =
          means.gate().test(topic) ? means.roster().reserve(topic, MOST) : List.of();
      int claimed = 0;
      boolean failed = false;
      try {
        claimed = slots.isEmpty() ? 0 : claim(slots, rescan);
      } catch (RuntimeException e) {
        failed = true;
        log.warn("cannot claim jobs of topic {}: {}", topic, e.getMessage());
      }
      more = proceed(slots.size(), claimed, failed || (rescan && slots.isEmpty()));
      if (!more && !slots.isEmpty()) {
        comeBack();
      }
    }
  }

  private synchronized boolean begin() {
    woken = false;
    boolean rescan = fromStart;
    fromStart = false;
    return rescan;
  }

  /** A claim that came back short found the bottom; without free slots there is nothing to try. */
  private synchronized boolean proceed(int asked, int claimed, boolean rescanOwed) {
    fromStart |= rescanOwed;
    if (asked > 0 && claimed < asked && !woken) {
      dry = true;
    }
    running = woken || (asked > 0 && claimed == asked);
    return running;
  }

  /** A rate or a pause may let jobs through before anything else happens. */
  private synchronized void comeBack() {
    Optional<Duration> wait =
        means.jobs().untilReopened(topic).filter(each -> each.compareTo(LONGEST_WAIT) < 0);
    if (wait.isPresent() && !timed) {
      timed = true;
      CompletableFuture.delayedExecutor(wait.get().toNanos(), TimeUnit.NANOSECONDS, means.threads())
          .execute(this::timeIsUp);
    }
  }

  private synchronized void timeIsUp() {
    timed = false;
    wake(false);
  }

  private int claim(List<Session> slots, boolean rescan) {
    long[] workers = slots.stream().mapToLong(Session::worker).toArray();
    List<Assignment> claimed;
    try {
      claimed = means.jobs().claim(topic, workers, rescan);
    } catch (RuntimeException e) {
      slots.forEach(session -> session.giveBack(1));
      means.unsure().run();
      throw e;
    }
    means.measure(claimed);
    Map<Session, List<Assignment>> bySession = new HashMap<>();
    for (int at = 0; at < claimed.size(); at++) {
      bySession.computeIfAbsent(slots.get(at), _ -> new ArrayList<>()).add(claimed.get(at));
    }
    bySession.forEach(Session::assign);
    slots.subList(claimed.size(), slots.size()).forEach(session -> session.giveBack(1));
    return claimed.size();
  }
}
