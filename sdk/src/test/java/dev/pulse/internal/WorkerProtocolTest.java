package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Outcome;
import dev.pulse.v1.Ack;
import dev.pulse.v1.Assignment;
import dev.pulse.v1.FromWorker.KindCase;
import dev.pulse.v1.Hello;
import dev.pulse.v1.Report.OutcomeCase;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** A worker and its peer, message by message, over one connection. */
class WorkerProtocolTest extends ScriptedWorker {
  record Email(String to, String subject) {}

  @Test
  void aWorkerIntroducesItselfAndGivesCreditOnlyWhenWelcomed() {
    worker().topic("mail").topic("sms").lease(Duration.ofSeconds(7)).start();
    PeerLine line = peer.nextLine();
    Hello hello = line.hello();
    assertThat(hello.getName()).isEqualTo("w");
    assertThat(hello.getTopicsList()).containsExactly("mail", "sms");
    assertThat(hello.getLease().getSeconds()).isEqualTo(7);
    assertThat(hello.getHeldList()).isEmpty();
    assertThat(line.unread()).isEmpty();
    line.welcome();
    assertThat(line.credit()).isEqualTo(2);
  }

  @Test
  void aResultComesBackWithItsLeaseAndTheSlotIsFreeAgain() {
    worker().start();
    PeerLine line = welcomed();
    Assignment job = Assigned.job(1, "quick");
    line.assign(job);
    var report = line.report();
    assertThat(report.getLease()).isEqualTo(job.getLease());
    assertThat(report.getDone().getResult()).isEqualTo("1");
    assertThat(line.credit()).isEqualTo(1);
  }

  @Test
  void argsArriveAsTheHandlersType() {
    BlockingQueue<Email> mailed = new LinkedBlockingQueue<>();
    worker()
        .handle(
            "email",
            Email.class,
            (email, job) -> {
              mailed.add(email);
              return Outcome.done();
            })
        .start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "email", "{\"to\":\"a@b.c\",\"subject\":\"hi\",\"new\":1}"));
    assertThat(line.report().hasDone()).isTrue();
    assertThat(mailed).containsExactly(new Email("a@b.c", "hi"));
  }

  @Test
  void aJobWithoutHandlerFailsAndSaysWhatThereIs() {
    worker().start();
    PeerLine line = welcomed();
    var report = line.assign(Assigned.job(1, "sms")).report();
    assertThat(report.getFailed().getError())
        .isEqualTo("no handler for \"sms\" on this worker; it has gated, quick");
  }

  @Test
  void itBeatsAsOftenAsTheServerAsks() {
    worker().start();
    PeerLine line = peer.nextLine();
    line.welcome(Duration.ofMillis(10));
    line.awaitBeat();
    line.awaitBeat();
    line.awaitBeat();
  }

  @Test
  void aRefusedReportIsDropped() {
    worker().start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "quick")).report();
    first.ack(Ack.newBuilder().setLease(lease(1)).setReason("too large").build());
    first.assign(Assigned.job(2, "quick")).report();
    first.cut();
    assertThat(peer.nextLine().hello().getHeldList()).containsExactly(lease(2));
  }

  @Test
  void aCancelInterruptsTheHandlerAndNothingIsReported() throws Exception {
    BlockingQueue<Boolean> canceled = new LinkedBlockingQueue<>();
    CountDownLatch started = new CountDownLatch(1);
    worker()
        .handle(
            "endless",
            job -> {
              try {
                started.countDown();
                new CountDownLatch(1).await();
                return Outcome.done();
              } finally {
                canceled.add(job.canceled());
              }
            })
        .start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "endless"));
    started.await();
    line.cancel(lease(1));
    assertThat(ScriptedPeer.soon(canceled)).isTrue();
    assertThat(line.credit()).isEqualTo(1);
    assertThat(line.assign(Assigned.job(2, "quick")).report().getLease()).isEqualTo(lease(2));
  }

  @Test
  void whatACanceledHandlerStillAnswersIsSentOnceForTheRecord() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    worker()
        .handle(
            "stubborn",
            job -> {
              started.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                return Outcome.done("saved");
              }
              return Outcome.done();
            })
        .start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "stubborn"));
    started.await();
    first.cancel(lease(1));
    assertThat(first.report().getDone().getResult()).isEqualTo("\"saved\"");
    first.cut();
    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).isEmpty();
    second.welcome();
    assertThat(second.credit()).as("and no report before it").isEqualTo(2);
  }

  @Test
  void aJobCanceledBeforeItBeganNeverBegins() {
    StepExecutor executor = new StepExecutor();
    worker().executor(executor).start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "gated")).cancel(lease(1));
    assertThat(line.credit()).isEqualTo(1);
    executor.next().run();
    assertThat(begun).isEmpty();
  }

  @Test
  void anAssignmentBeyondTheCreditGoesBack() throws Exception {
    worker().start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "gated"), Assigned.job(2, "gated"), Assigned.job(3, "gated"));
    var report = line.report();
    assertThat(report.getLease()).isEqualTo(lease(3));
    assertThat(report.getOutcomeCase()).isEqualTo(OutcomeCase.RELEASED);
    letGo("a");
    letGo("b");
  }

  @Test
  void anExecutorThatTakesNoMoreHandsTheJobBack() {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    executor.shutdown();
    worker().executor(executor).start();
    PeerLine line = welcomed();
    assertThat(line.assign(Assigned.job(1, "quick")).report().hasReleased()).isTrue();
    // The slot has rested.
    assertThat(line.credit()).isEqualTo(1);
  }

  @Test
  void theSameAssignmentTwiceRunsOnce() throws Exception {
    worker().start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "gated")).assign(Assigned.job(1, "gated"));
    letGo("once");
    assertThat(line.next(KindCase.REPORTS).getReports().getReports(0).getLease())
        .isEqualTo(lease(1));
    assertThat(line.credit()).isEqualTo(1);
    assertThat(begun).hasSize(1);
  }
}
