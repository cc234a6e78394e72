package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException.Code;
import dev.pulse.Worker;
import dev.pulse.v1.FromWorker.KindCase;
import dev.pulse.v1.Lease;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** A worker whose connection is cut where it hurts. */
class WorkerReconnectTest extends ScriptedWorker {
  private static final Duration SOON = Duration.ofMinutes(1);

  @Test
  void anUnacknowledgedResultIsNamedAndSentAgainUnderItsNewLease() {
    worker().start();
    PeerLine first = welcomed();
    Lease lease = first.assign(Assigned.job(1, "quick")).report().getLease();
    first.cut();

    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease);
    Lease renewed = Assigned.renewed(lease, 2);
    second.welcome(renewed);
    assertThat(second.next(KindCase.REPORTS).getReports().getReports(0).getLease())
        .isEqualTo(renewed);
    assertThat(second.credit()).isEqualTo(2);
  }

  @Test
  void anAcknowledgedResultIsNeverSentAgain() {
    worker().start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "quick")).report();
    first.ack(lease(1)).ack(lease(1));
    // The second report proves that the worker has read the acks before it.
    first.assign(Assigned.job(2, "quick")).report();
    first.cut();

    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease(2));
    second.welcome(lease(2));
    assertThat(second.report().getLease()).isEqualTo(lease(2));
    second.ack(lease(2)).assign(Assigned.job(3, "quick"));
    assertThat(second.report().getLease()).isEqualTo(lease(3));
  }

  @Test
  void aJobThatRunsThroughACutReportsOnceAndToTheNewConnection() throws Exception {
    worker().start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "gated"));
    ScriptedPeer.soon(begun);
    first.cut();

    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease(1));
    Lease renewed = Assigned.renewed(lease(1), 9);
    second.welcome(renewed);
    assertThat(second.credit()).as("one of two slots is taken").isEqualTo(1);
    letGo("through");
    assertThat(second.report().getLease()).isEqualTo(renewed);
    second.ack(renewed);
    assertThat(second.assign(Assigned.job(2, "quick")).report().getLease()).isEqualTo(lease(2));
    assertThat(begun).isEmpty();
  }

  @Test
  void aJobThatEndsWhileThereIsNoConnectionIsReportedToTheNextOne() throws Exception {
    Worker worker = worker().start();
    welcomed().assign(Assigned.job(1, "gated"));
    ScriptedPeer.soon(begun);
    peer.stop();
    await().atMost(SOON).until(() -> !worker.connected());
    letGo("alone");
    await().atMost(SOON).until(() -> worker.running() == 0);
    peer.restart();

    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease(1));
    second.welcome(lease(1));
    assertThat(second.report().getDone().getResult()).isEqualTo("\"alone\"");
  }

  @Test
  void aJobCutOffBeforeItBeganBeginsUnderItsNewLease() {
    StepExecutor executor = new StepExecutor();
    worker().executor(executor).start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "quick"));
    Runnable start = executor.next();
    first.cut();

    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease(1));
    second.welcome(Assigned.renewed(lease(1), 4));
    assertThat(second.credit()).isEqualTo(1);
    start.run();
    assertThat(second.report().getLease()).isEqualTo(Assigned.renewed(lease(1), 4));
  }

  @Test
  void aLeaseLostBeforeItBeganNeverBegins() {
    StepExecutor executor = new StepExecutor();
    worker().executor(executor).start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "gated"));
    Runnable start = executor.next();
    first.cut();
    welcomed();
    start.run();
    assertThat(begun).isEmpty();
  }

  @Test
  void aHandlerWhoseLeaseWasLostIsInterruptedAndItsResultIsSentOnce() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    BlockingQueue<Boolean> canceled = new LinkedBlockingQueue<>();
    worker()
        .handle(
            "stubborn",
            job -> {
              started.countDown();
              try {
                new CountDownLatch(1).await();
                return Outcome.fail("never interrupted");
              } catch (InterruptedException e) {
                canceled.add(job.canceled());
                return Outcome.done("late");
              }
            })
        .start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "stubborn"));
    started.await();
    first.cut();

    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease(1));
    second.welcome();
    assertThat(ScriptedPeer.soon(canceled)).isTrue();
    var late = second.report();
    assertThat(late.getLease()).isEqualTo(lease(1));
    assertThat(late.getDone().getResult()).isEqualTo("\"late\"");
    second.cut();
    assertForgotten(peer.nextLine());
  }

  @Test
  void aResultWhoseLeaseWasLostIsSentOnceMoreAndThenForgotten() {
    worker().start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "quick")).report();
    first.cut();
    PeerLine second = peer.nextLine();
    second.hello();
    second.welcome();
    assertThat(second.next(KindCase.REPORTS).getReports().getReports(0).getLease())
        .isEqualTo(lease(1));
    assertThat(second.credit()).isEqualTo(2);
    second.cut();
    assertForgotten(peer.nextLine());
  }

  @Test
  void aHandlerThatRunsOnAfterItsLeaseWasLostIsNotNamedAgain() throws Exception {
    worker()
        .handle(
            "deaf",
            job -> {
              begun.add(job.id());
              try {
                return Outcome.done(atTheGate());
              } catch (InterruptedException e) {
                return Outcome.done(atTheGate());
              }
            })
        .start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "deaf"));
    ScriptedPeer.soon(begun);
    first.cut();

    PeerLine second = peer.nextLine();
    second.hello();
    second.welcome();
    assertThat(second.credit()).as("the deaf one keeps its slot").isEqualTo(1);
    second.cut();
    PeerLine third = peer.nextLine();
    assertThat(third.hello().getHeldList()).isEmpty();
    third.welcome();
    assertThat(third.credit()).isEqualTo(1);
    letGo("late");
    assertThat(third.report().getLease()).isEqualTo(lease(1));
    third.cut();
    assertForgotten(peer.nextLine());
  }

  /** The worker comes back with all slots free, names nothing and sends nothing again. */
  private static void assertForgotten(PeerLine line) {
    assertThat(line.hello().getHeldList()).isEmpty();
    line.welcome();
    assertThat(line.credit()).isEqualTo(2);
  }

  @Test
  void aFarewellMakesItComeBack() {
    worker().start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "quick")).report();
    first.farewell();
    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease(1));
    second.welcome(lease(1));
    assertThat(second.report().getLease()).isEqualTo(lease(1));
  }

  @Test
  void whatAServerStillSendsAfterItsFarewellIsNotHeard() {
    worker().start();
    PeerLine first = welcomed();
    first.farewell();
    first.assign(Assigned.job(1, "gated"));
    assertForgotten(peer.nextLine());
    assertThat(begun).isEmpty();
  }

  @Test
  void itComesBackAfterTheServerWasAwayForAWhile() {
    Worker worker = worker().start();
    welcomed();
    peer.stop();
    await().atMost(SOON).until(() -> worker.trouble().isPresent() && !worker.connected());
    assertThat(worker.trouble().orElseThrow().code()).isEqualTo(Code.UNREACHABLE);
    peer.restart();
    welcomed().assign(Assigned.job(1, "quick")).report();
    assertThat(worker.connected()).isTrue();
    assertThat(worker.trouble()).isEmpty();
  }

  @Test
  void itTriesTheNextServerWhenOneGoesAway() {
    try (ScriptedPeer other = new ScriptedPeer();
        Pulse both = Pulse.connect(peer.address() + "," + other.address())) {
      both.worker().handle("quick", job -> Outcome.done()).concurrency(2).start();
      welcomed();
      peer.stop();
      PeerLine line = other.nextLine();
      line.hello();
      line.welcome();
      assertThat(line.credit()).isEqualTo(2);
      other.stop();
    }
  }
}
