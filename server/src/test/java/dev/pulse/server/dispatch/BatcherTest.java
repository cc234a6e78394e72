package dev.pulse.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Natural batching with flushes that end when the test says so. */
@Timeout(180)
class BatcherTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final int MOST = 10;

  private final ConcurrentLinkedQueue<List<Integer>> flushes = new ConcurrentLinkedQueue<>();
  private final CountDownLatch stuck = new CountDownLatch(1);
  private final AtomicInteger toHold = new AtomicInteger();
  private final Batcher<Integer, Integer> batcher = new Batcher<>("test", 2, MOST, this::flush);

  private List<Integer> flush(List<Integer> inputs) {
    flushes.add(inputs);
    boolean holds = toHold.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    List<Integer> answers = inputs.stream().map(input -> -input).toList();
    return holds ? after(stuck, answers) : answers;
  }

  private static List<Integer> after(CountDownLatch held, List<Integer> answers) {
    try {
      held.await();
      return answers;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    stuck.countDown();
    batcher.close();
  }

  @Test
  void aLateFlushHoldsNobodyUp() {
    toHold.set(1);
    var late = batcher.add(List.of(1));
    await().atMost(SOON).until(() -> flushes.size() == 1);
    assertThat(batcher.add(List.of(2, 3)).join()).containsExactly(-2, -3);
    assertThat(batcher.add(List.of(4)).join()).containsExactly(-4);
    assertThat(late).isNotDone();
    stuck.countDown();
    assertThat(late.join()).containsExactly(-1);
  }

  @Test
  void whoWasExpectedInVainIsNotWaitedFor() {
    batcher.expect();
    await().atMost(SOON).until(() -> lane("test-0").getState() == Thread.State.WAITING);
    assertThat(batcher.add(List.of(1))).succeedsWithin(SOON);
    for (int round = 0; round < 1000; round++) {
      batcher.expect();
      assertThat(batcher.add(List.of(round)).join()).containsExactly(-round);
    }
    await().atMost(SOON).until(() -> lane("test-0").getState() == Thread.State.WAITING);
  }

  private static Thread lane(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name) && thread.isAlive())
        .findAny()
        .orElseThrow();
  }

  /** Two that came before anybody was at work, and cannot travel together. */
  @Test
  void whatALateFlushLeftBehindIsNotHeldUp() {
    for (int round = 0; round < 100; round++) {
      var held = new CountDownLatch(1);
      var pair =
          new Batcher<Integer, Integer>(
              "pair", 2, 1, inputs -> inputs.contains(1) ? after(held, inputs) : inputs);
      try {
        var late = pair.add(List.of(1));
        assertThat(pair.add(List.of(2))).succeedsWithin(SOON);
        assertThat(late).isNotDone();
      } finally {
        held.countDown();
        pair.close();
      }
    }
  }

  @Test
  void whatComesMeanwhileTravelsTogetherUpToABatch() {
    toHold.set(2); // both lanes
    batcher.add(List.of(0));
    await().atMost(SOON).until(() -> flushes.size() == 1);
    batcher.add(IntStream.range(0, MOST).boxed().toList());
    await().atMost(SOON).until(() -> flushes.size() == 2);
    var answers = new ArrayList<CompletableFuture<List<Integer>>>();
    for (int each = 1; each <= MOST + 2; each++) {
      answers.add(batcher.add(List.of(each)));
    }
    stuck.countDown();
    for (int each = 1; each <= MOST + 2; each++) {
      assertThat(answers.get(each - 1).join()).containsExactly(-each);
    }
    assertThat(flushes).allSatisfy(flush -> assertThat(flush).hasSizeLessThanOrEqualTo(MOST));
    assertThat(flushes).contains(IntStream.rangeClosed(1, MOST).boxed().toList());
  }

  @Test
  void everyRequestIsAnsweredAsItselfWhoeverFlushes() {
    var answers = Collections.synchronizedList(new ArrayList<CompletableFuture<List<Integer>>>());
    IntStream.range(0, 20_000)
        .parallel()
        .forEach(
            each ->
                answers.add(
                    batcher
                        .add(List.of(each, -each))
                        .thenApply(
                            answer -> {
                              assertThat(answer).containsExactly(-each, each);
                              return answer;
                            })));
    answers.forEach(CompletableFuture::join);
    assertThat(answers).hasSize(20_000);
  }

  @Test
  void closingFlushesWhatWasAddedAndTakesNoMore() {
    toHold.set(1);
    var late = batcher.add(List.of(1));
    await().atMost(SOON).until(() -> flushes.size() == 1);
    var next = batcher.add(List.of(2));
    var closing = CompletableFuture.runAsync(batcher::close);
    await().atMost(SOON).until(() -> batcher.add(List.of(3)).isCompletedExceptionally());
    assertThatThrownBy(() -> batcher.add(List.of(3)).join())
        .hasCauseInstanceOf(RejectedExecutionException.class);
    stuck.countDown();
    closing.join();
    assertThat(late.join()).containsExactly(-1);
    assertThat(next.join()).containsExactly(-2);
  }
}
