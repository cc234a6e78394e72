package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.WorkerBuilder;
import dev.pulse.v1.Lease;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** What tests of a worker against a scripted peer have in common. */
@Timeout(180)
abstract class ScriptedWorker {
  ScriptedPeer peer;
  Pulse pulse;

  /** The jobs whose "gated" handler has begun. */
  final BlockingQueue<UUID> begun = new LinkedBlockingQueue<>();

  /** Where a "gated" handler waits until the test lets it go. */
  private final SynchronousQueue<String> gate = new SynchronousQueue<>();

  @BeforeEach
  void connect() {
    peer = new ScriptedPeer();
    pulse = Pulse.connect(peer.address());
  }

  @AfterEach
  void close() {
    // A script may end in the middle of things: an interrupted close waits for nothing.
    Thread.currentThread().interrupt();
    pulse.close();
    assertThat(Thread.interrupted()).isTrue();
    peer.close();
  }

  /** A worker with two slots, a handler that ends at once and one that waits for the test. */
  WorkerBuilder worker() {
    return pulse
        .worker()
        .name("w")
        .concurrency(2)
        .closeWithin(Duration.ZERO)
        .handle("quick", job -> Outcome.done(job.attempt()))
        .handle(
            "gated",
            job -> {
              begun.add(job.id());
              return Outcome.done(atTheGate());
            });
  }

  /** The worker's next connection, welcomed, with credit for all slots. */
  PeerLine welcomed() {
    PeerLine line = peer.nextLine();
    line.hello();
    line.welcome();
    assertThat(line.credit()).isEqualTo(2);
    return line;
  }

  /** What a handler calls to wait for the test. */
  String atTheGate() throws InterruptedException {
    return gate.take();
  }

  void letGo(String result) throws InterruptedException {
    assertThat(gate.offer(result, ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  static Lease lease(long job) {
    return Assigned.job(job, "any").getLease();
  }
}
