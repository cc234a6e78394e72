package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import io.grpc.InsecureServerCredentials;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many jobs through one worker. */
class WorkerLoadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SLOTS = 50;

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void tenThousandQuickJobsFlowThroughOnceEach() {
    QueuePeer queue = new QueuePeer(10_000, SLOTS, 0, 1);
    workOff(queue, 10_000);
    assertThat(runs).hasValue(10_000);
    assertThat(queue.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3, 4}) // these cut soon, however few the messages are
  void everyJobIsRecordedOnceHoweverOftenTheConnectionIsCut(long seed) {
    QueuePeer queue = new QueuePeer(2_000, SLOTS, 0.03, seed);
    workOff(queue, 2_000);
    assertThat(queue.connections()).isGreaterThan(1);
  }

  private void workOff(QueuePeer queue, int jobs) {
    try (ScriptedPeer peer = new ScriptedPeer(InsecureServerCredentials.create(), queue);
        Pulse pulse = Pulse.connect(peer.address());
        Worker worker = pulse.worker().concurrency(SLOTS).handle("quick", job -> count()).start()) {
      await().atMost(PATIENCE).until(() -> queue.recorded() == jobs);
      await().atMost(PATIENCE).until(() -> worker.running() == 0);
    }
    assertThat(queue.breaches()).isEmpty();
    assertThat(mostRunning.get()).isLessThanOrEqualTo(SLOTS);
  }

  private Outcome count() {
    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
    runs.incrementAndGet();
    running.decrementAndGet();
    return Outcome.done();
  }
}
