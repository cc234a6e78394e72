package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Outcome;
import dev.pulse.Worker;
import dev.pulse.v1.FromWorker.KindCase;
import dev.pulse.v1.Report;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A worker that is closed. */
class WorkerCloseTest extends ScriptedWorker {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Closes on a thread of its own: the common pool may have only one. */
  private static CompletableFuture<Void> closing(AutoCloseable worker) {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                worker.close();
                closed.complete(null);
              } catch (Exception e) {
                closed.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return closed;
  }

  @Test
  void closingSaysGoodbyeLetsTheRunningFinishAndWaitsForTheAck() throws Exception {
    Worker worker = worker().closeWithin(LONG).start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "gated"));
    ScriptedPeer.soon(begun);
    CompletableFuture<Void> closing = closing(worker);
    line.goodbye();
    letGo("finished");
    assertThat(line.report().getDone().getResult()).isEqualTo("\"finished\"");
    assertThat(closing).isNotDone();
    line.ack(lease(1));
    line.awaitEnd();
    closing.get(ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    worker.join();
    assertThat(worker.connected()).isFalse();
  }

  @Test
  void closingHandsBackWhatHasNotBegun() throws Exception {
    StepExecutor executor = new StepExecutor();
    Worker worker = worker().executor(executor).closeWithin(LONG).start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "gated"));
    Runnable start = executor.next();
    CompletableFuture<Void> closing = closing(worker);
    line.goodbye();
    Report report = line.report();
    assertThat(report.getLease()).isEqualTo(lease(1));
    assertThat(report.hasReleased()).isTrue();
    // One that was on its way when the worker said goodbye.
    assertThat(line.assign(Assigned.job(2, "gated")).report().hasReleased()).isTrue();
    line.ack(lease(1)).ack(lease(2));
    line.awaitEnd();
    closing.get(ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    start.run();
    assertThat(begun).isEmpty();
  }

  @Test
  void closingInterruptsWhatTakesTooLongAndReportsItAsFailed() throws Exception {
    Worker worker = worker().closeWithin(Duration.ZERO).start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "gated"));
    ScriptedPeer.soon(begun);
    CompletableFuture<Void> closing = closing(worker);
    line.goodbye();
    assertThat(line.report().getFailed().getError()).startsWith("java.lang.InterruptedException");
    line.ack(lease(1));
    line.awaitEnd();
    closing.get(ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void aConnectionLostWhileClosingIsReplacedAndTheResultArrives() throws Exception {
    Worker worker = worker().closeWithin(LONG).start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "quick")).report();
    CompletableFuture<Void> closing = closing(worker);
    first.goodbye();
    first.cut();
    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease(1));
    second.welcome(lease(1));
    second.goodbye();
    assertThat(second.next(KindCase.REPORTS).getReports().getReports(0).getLease())
        .isEqualTo(lease(1));
    second.ack(lease(1));
    second.awaitEnd();
    closing.get(ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(second.unread()).isEmpty();
  }

  @Test
  void aWorkerThatOwesNothingClosesWithoutAServer() {
    peer.stop();
    Worker worker = worker().closeWithin(LONG).start();
    worker.close();
    worker.close();
    assertThat(worker.running()).isZero();
  }

  @Test
  void aSecondCloseThatIsInAHurryEndsTheFirstToo() throws Exception {
    Worker worker = worker().closeWithin(LONG).start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "gated"));
    ScriptedPeer.soon(begun);
    CompletableFuture<Void> patient = closing(worker);
    line.goodbye();
    Thread.currentThread().interrupt();
    worker.close();
    assertThat(Thread.interrupted()).isTrue();
    patient.get(ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void closingPulseClosesItsWorkers() throws Exception {
    Worker worker = worker().closeWithin(LONG).start();
    PeerLine line = welcomed();
    CompletableFuture<Void> closing = closing(pulse);
    line.goodbye();
    line.awaitEnd();
    closing.get(ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    worker.join();
  }

  @Test
  void aHandlerThatIgnoresInterruptsDoesNotKeepTheWorkerOpen() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    Worker worker =
        worker()
            .handle(
                "deaf",
                job -> {
                  started.countDown();
                  return Outcome.done(deaf(release));
                })
            .start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "deaf"));
    started.await();
    worker.close();
    line.goodbye();
    line.awaitEnd();
    release.countDown();
  }

  /** Waits and forgets that it was interrupted. */
  private static boolean deaf(CountDownLatch release) {
    while (true) {
      try {
        return release.await(ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException ignored) {
        Thread.onSpinWait();
      }
    }
  }
}
