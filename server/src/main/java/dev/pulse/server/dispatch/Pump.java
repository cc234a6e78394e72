package dev.pulse.server.dispatch;

import static java.util.stream.Collectors.joining;

import dev.pulse.server.dispatch.Crews.Wanted;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Pick;
import dev.pulse.server.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves jobs to whoever has a free slot: for each crew one claim after the other, as long as there
 * are both jobs and slots.
 */
final class Pump implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Pump.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1); // then the poll comes

  /** So many take a while to be sent. */
  private static final int MANY = 100;

  /**
   * In a crowd a topic may have so many times its share: few use up theirs, and all wait anyway.
   */
  private static final int GENEROUS = 4;

  /** As many claims are under way at once; crews beyond take turns. */
  private static final int HANDS = 4;

  private final Jobs jobs;
  private final Crews crews;
  private final Metrics metrics;
  private final InstantSource clock;
  private final Runnable unsure;
  private final Executor threads;
  private final ThreadPoolExecutor hands;

  /**
   * @param open whether a topic may be claimed from
   * @param unsure told when a claim failed: it may have been committed all the same
   */
  Pump(
      Jobs jobs,
      Predicate<String> open,
      Metrics metrics,
      InstantSource clock,
      Runnable unsure,
      Executor threads) {
    this.jobs = jobs;
    this.crews = new Crews(open, this::start);
    this.metrics = metrics;
    this.clock = clock;
    this.unsure = unsure;
    this.threads = threads;
    // Not virtual: one that waits for a socket is woken by way of two others.
    this.hands =
        new ThreadPoolExecutor(
            HANDS,
            HANDS,
            LONGEST_WAIT.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("claim-", 0).factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    hands.allowCoreThreadTimeOut(true);
  }

  /** What is under way ends; nothing more is begun. */
  @Override
  public void close() {
    hands.shutdown();
  }

  /** Whose turn it is. */
  Crews crews() {
    return crews;
  }

  /** Counts what goes out. */
  void measure(List<Assignment> claimed) {
    if (claimed.isEmpty()) {
      return;
    }
    metrics.batch("claim", claimed.size());
    Instant now = clock.instant();
    Map<String, Integer> counts = new HashMap<>();
    for (Assignment job : claimed) {
      if (counts.merge(job.topic(), 1, Integer::sum) == 1) {
        // Retries and delays would tell of waiting that was asked for: the first will do.
        metrics.dispatched(job.topic(), Duration.between(job.submittedAt(), now));
      }
    }
    counts.forEach(metrics::claimed);
  }

  private void start(Crew crew) {
    hands.execute(() -> run(crew));
  }

  /**
   * Takes turn after turn, unless somebody else takes the next or another crew waits for a hand.
   */
  private void run(Crew crew) {
    for (var turn = crews.take(crew); turn != null; turn = crews.take(crew)) {
      if (claim(crew, turn)) {
        return;
      }
      if (!hands.getQueue().isEmpty()) {
        start(crew);
        return;
      }
    }
  }

  /**
   * Topics whose jobs carry limits are claimed one by one, the others together. Answers whether
   * another hand has begun the crew's next turn: while many are being sent, the next are claimed.
   */
  private boolean claim(Crew crew, Crews.Turn turn) {
    int share = turn.slots().size() / turn.wanted().size();
    var together = new ArrayList<Wanted>();
    var alone = new ArrayList<Wanted>();
    for (Wanted wanted : turn.wanted()) {
      (jobs.hasLimited(wanted.topic().name) ? alone : together).add(wanted);
    }
    int used = turn.slots().size() - alone.size() * share;
    boolean many = false;
    if (together.isEmpty()) {
      giveBack(turn.slots().subList(0, used));
    } else {
      List<Session> slots = turn.slots().subList(0, used);
      List<Assignment> claimed = claim(together, slots, turn.isCrowd() ? GENEROUS * share : share);
      many = alone.isEmpty() && claimed.size() >= MANY;
      if (many) {
        start(crew);
      }
      deliver(claimed, slots);
    }
    for (Wanted wanted : alone) {
      List<Session> slots = turn.slots().subList(used, used + share);
      deliver(claim(List.of(wanted), slots, share), slots);
      used += share;
    }
    return many;
  }

  private List<Assignment> claim(List<Wanted> wanted, List<Session> slots, int each) {
    List<Assignment> claimed = List.of();
    boolean failed = false;
    try {
      claimed = ask(wanted, slots, each);
    } catch (RuntimeException e) {
      failed = true;
      unsure.run();
      String names = wanted.stream().map(one -> one.topic().name).collect(joining(", "));
      log.warn("cannot claim jobs of {}: {}", names, e.getMessage());
    }
    giveBack(slots.subList(claimed.size(), slots.size()));
    int most = wanted.size() == 1 ? slots.size() : each;
    settle(wanted, claimed, most, failed, claimed.size() < slots.size());
    return claimed;
  }

  /**
   * @param all whether the claim came to the last of them; otherwise it ended with one that may
   *     have more, and did not look at those after it
   */
  private void settle(
      List<Wanted> wanted, List<Assignment> claimed, int each, boolean failed, boolean all) {
    Map<String, Integer> got = new HashMap<>();
    claimed.forEach(job -> got.merge(job.topic(), 1, Integer::sum));
    int end = wanted.size() - 1;
    while (!all && !got.containsKey(wanted.get(end).topic().name)) {
      crews.passedOver(wanted.get(end--));
    }
    for (int at = 0; at <= end; at++) {
      Topic topic = wanted.get(at).topic();
      boolean isShort = (all || at < end) && got.getOrDefault(topic.name, 0) < each;
      crews.settle(topic, isShort, failed);
      if (isShort) {
        comeBack(topic);
      }
    }
  }

  private List<Assignment> ask(List<Wanted> wanted, List<Session> slots, int each) {
    long[] workers = slots.stream().mapToLong(Session::worker).toArray();
    if (wanted.size() == 1) {
      Wanted only = wanted.getFirst();
      return jobs.claim(only.topic().name, workers, only.fromStart());
    }
    return jobs.claimEach(
        wanted.stream().map(one -> new Pick(one.topic().name, one.fromStart())).toList(),
        workers,
        each);
  }

  /** Each to the worker that it was lent to. */
  private void deliver(List<Assignment> claimed, List<Session> slots) {
    Map<Long, Session> sessions = new HashMap<>();
    slots.subList(0, claimed.size()).forEach(slot -> sessions.put(slot.worker(), slot));
    Map<Session, List<Assignment>> bySession = new HashMap<>();
    for (Assignment job : claimed) {
      Session session = Objects.requireNonNull(sessions.get(job.lease().worker()));
      bySession.computeIfAbsent(session, _ -> new ArrayList<>()).add(job);
    }
    bySession.forEach(Session::assign);
    measure(claimed);
  }

  private static void giveBack(List<Session> slots) {
    slots.forEach(session -> session.giveBack(1));
  }

  /** A rate or a pause may let jobs through before anything else happens. */
  private void comeBack(Topic topic) {
    Optional<Duration> wait =
        jobs.untilReopened(topic.name).filter(each -> each.compareTo(LONGEST_WAIT) < 0);
    if (wait.isPresent() && crews.mayTime(topic)) {
      CompletableFuture.delayedExecutor(wait.get().toNanos(), TimeUnit.NANOSECONDS, threads)
          .execute(() -> crews.timeIsUp(topic));
    }
  }
}
