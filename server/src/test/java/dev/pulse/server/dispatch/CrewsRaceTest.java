package dev.pulse.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/**
 * No wake-up is lost, without any poll: whatever arrives, is freed, joins and leaves at the same
 * time, in the end every job has gone to somebody who serves its topic.
 */
class CrewsRaceTest {
  private static final int TOPICS = 12;
  private static final int JOBS = 20;
  private static final int ROUNDS = 200;

  private final long seed = System.nanoTime();
  private final Map<String, AtomicInteger> waiting = new HashMap<>();
  private final AtomicInteger gone = new AtomicInteger();
  private final Set<String> claimed = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Crews crews = new Crews(_ -> true, crew -> threads.execute(() -> run(crew)));

  @AfterEach
  void stop() {
    threads.shutdown();
  }

  @RepeatedTest(3)
  void everyJobGoesOutOnce() throws Exception {
    List<String> topics = IntStream.range(0, TOPICS).mapToObj(at -> "t" + at).toList();
    topics.forEach(topic -> waiting.put(topic, new AtomicInteger()));
    join(1, topics.subList(6, TOPICS), 3);
    join(2, topics.subList(0, 6), 1);
    join(3, topics.subList(3, 9), 2);
    Future<?> others = threads.submit(() -> comeAndGo(topics));
    for (int round = 1; round <= ROUNDS; round++) { // after each nothing else happens
      var working = new ArrayList<Future<?>>();
      for (int thread = 0; thread < 3; thread++) {
        var random = new Random(seed + 3L * round + thread);
        working.add(threads.submit(() -> submit(topics, random)));
      }
      for (Future<?> each : working) {
        each.get();
      }
      int all = 3 * JOBS * round;
      await("seed " + seed)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .atMost(Duration.ofSeconds(20))
          .until(() -> gone.get() == all);
    }
    others.get();
    await().atMost(Duration.ofSeconds(30)).until(crews::isAtRest);
    assertThat(wrong).isEmpty();
  }

  private void submit(List<String> topics, Random random) {
    for (int job = 0; job < JOBS; job++) {
      String topic = topics.get(random.nextInt(TOPICS));
      waiting.get(topic).incrementAndGet();
      crews.wake(topic, random.nextBoolean());
    }
  }

  private void comeAndGo(List<String> topics) {
    for (int round = 0; round < 200; round++) {
      Session session = join(100 + round, topics.subList(round % 6, round % 6 + 3), 2);
      Thread.yield();
      crews.leave(session);
    }
  }

  private Session join(long worker, List<String> topics, int slots) {
    var session = new Session(null, worker, Set.copyOf(topics), List.of(), new Heard());
    crews.join(session);
    session.giveBack(slots);
    crews.hungry(session);
    return session;
  }

  /** What {@link Pump} does, on counters instead of a database. */
  private void run(Crew crew) {
    for (var turn = crews.take(crew); turn != null; turn = crews.take(crew)) {
      int share = turn.slots().size() / turn.wanted().size();
      int at = 0;
      for (Crews.Wanted wanted : turn.wanted()) {
        if (!claimed.add(wanted.topic().name)) {
          wrong.add("two claims at once of " + wanted.topic().name);
        }
        int got = Math.min(share, waiting.get(wanted.topic().name).get());
        waiting.get(wanted.topic().name).addAndGet(-got);
        for (Session slot : turn.slots().subList(at, at + got)) {
          threads.execute(() -> work(slot, wanted.topic().name));
        }
        turn.slots().subList(at + got, at + share).forEach(slot -> slot.giveBack(1));
        at += share;
        Thread.yield(); // what arrives now is news
        claimed.remove(wanted.topic().name);
        crews.settle(wanted.topic(), got < share, false);
      }
      turn.slots().subList(at, turn.slots().size()).forEach(slot -> slot.giveBack(1));
    }
  }

  private void work(Session slot, String topic) {
    if (!slot.topics().contains(topic)) {
      wrong.add(slot.topics() + " got a job of " + topic);
    }
    gone.incrementAndGet();
    slot.giveBack(1);
    crews.hungry(slot);
  }
}
