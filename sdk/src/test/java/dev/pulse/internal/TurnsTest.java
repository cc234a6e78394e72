package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final List<String> ran = new ArrayList<>();

  @Test
  void whatATaskLeavesBehindRunsAfterItAndThePauseComesLast() {
    Turns turns = new Turns(() -> ran.add("pause"));
    turns.execute(
        () -> {
          turns.execute(() -> ran.add("second"));
          ran.add("first");
        });
    assertThat(ran).startsWith("first", "second", "pause");
  }

  @Test
  void aTaskThatFailsDoesNotTakeTheOthersWithIt() {
    Turns turns = new Turns(() -> {});
    turns.execute(
        () -> {
          turns.execute(() -> ran.add("after"));
          throw new IllegalStateException("as the test wants");
        });
    assertThat(ran).containsExactly("after");
  }

  @Test
  void manyThreadsTakeTurnsAndNoneIsLost() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger collisions = new AtomicInteger();
    int[] unguarded = new int[1];
    Turns turns = new Turns(() -> {});
    CountDownLatch done = new CountDownLatch(8 * 5_000);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    for (int thread = 0; thread < 8; thread++) {
      threads.execute(
          () -> {
            for (int i = 0; i < 5_000; i++) {
              turns.execute(
                  () -> {
                    collisions.addAndGet(inside.getAndIncrement());
                    unguarded[0]++;
                    inside.decrementAndGet();
                    done.countDown();
                  });
            }
          });
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    threads.shutdown();
    assertThat(collisions).hasValue(0);
    assertThat(unguarded[0]).isEqualTo(8 * 5_000);
  }
}
