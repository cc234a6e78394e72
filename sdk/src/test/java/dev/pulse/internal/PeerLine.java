package dev.pulse.internal;

import dev.pulse.v1.Ack;
import dev.pulse.v1.Acks;
import dev.pulse.v1.Assignment;
import dev.pulse.v1.Assignments;
import dev.pulse.v1.Cancel;
import dev.pulse.v1.Farewell;
import dev.pulse.v1.FromWorker;
import dev.pulse.v1.FromWorker.KindCase;
import dev.pulse.v1.Hello;
import dev.pulse.v1.Lease;
import dev.pulse.v1.Report;
import dev.pulse.v1.Reports;
import dev.pulse.v1.ToWorker;
import dev.pulse.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One connection as the scripted peer sees it. Beats are counted and not shown to the script. */
final class PeerLine implements StreamObserver<FromWorker> {
  private final StreamObserver<ToWorker> toWorker;
  private final BlockingQueue<FromWorker> received = new LinkedBlockingQueue<>();
  private final BlockingQueue<FromWorker> beats = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  PeerLine(StreamObserver<ToWorker> toWorker) {
    this.toWorker = toWorker;
  }

  /** The next message, which must be of that kind. */
  FromWorker next(KindCase kind) {
    FromWorker message = ScriptedPeer.soon(received);
    if (message.getKindCase() != kind) {
      throw new AssertionError("expected " + kind + ", got " + message);
    }
    return message;
  }

  Hello hello() {
    return next(KindCase.HELLO).getHello();
  }

  int credit() {
    return next(KindCase.CREDIT).getCredit().getSlots();
  }

  /** The next report; credits that come before it are skipped. */
  Report report() {
    return nextButCredits(KindCase.REPORTS).getReports().getReports(0);
  }

  /** The goodbye; credits that come before it are skipped. */
  void goodbye() {
    nextButCredits(KindCase.GOODBYE);
  }

  private FromWorker nextButCredits(KindCase kind) {
    FromWorker message = ScriptedPeer.soon(received);
    while (message.getKindCase() == KindCase.CREDIT) {
      message = ScriptedPeer.soon(received);
    }
    if (message.getKindCase() != kind) {
      throw new AssertionError("expected " + kind + ", got " + message);
    }
    return message;
  }

  void awaitBeat() {
    ScriptedPeer.soon(beats);
  }

  /** What has come and was not read. */
  List<FromWorker> unread() {
    return List.copyOf(received);
  }

  PeerLine welcome(Lease... kept) {
    return welcome(Duration.ofSeconds(10), kept);
  }

  PeerLine welcome(Duration beatEvery, Lease... kept) {
    Welcome.Builder welcome =
        Welcome.newBuilder().setWorker(1).setBeatEvery(ToWire.duration(beatEvery));
    return send(ToWorker.newBuilder().setWelcome(welcome.addAllKept(Arrays.asList(kept))).build());
  }

  PeerLine assign(Assignment... jobs) {
    return send(
        ToWorker.newBuilder()
            .setAssignments(Assignments.newBuilder().addAllJobs(Arrays.asList(jobs)))
            .build());
  }

  PeerLine ack(Lease lease) {
    return ack(Ack.newBuilder().setLease(lease).setRecorded(true).build());
  }

  PeerLine ack(Ack ack) {
    return send(ToWorker.newBuilder().setAcks(Acks.newBuilder().addAcks(ack)).build());
  }

  PeerLine cancel(Lease lease) {
    return send(
        ToWorker.newBuilder()
            .setCancel(Cancel.newBuilder().setLease(lease).setReason("somebody wished it"))
            .build());
  }

  void farewell() {
    send(ToWorker.newBuilder().setFarewell(Farewell.getDefaultInstance()).build());
  }

  PeerLine send(ToWorker message) {
    synchronized (toWorker) {
      toWorker.onNext(message);
    }
    return this;
  }

  /** Breaks the connection from this side. */
  void cut() {
    toWorker.onError(Status.UNAVAILABLE.withDescription("cut by the script").asRuntimeException());
  }

  /** Waits until the worker has ended the connection in good order. */
  void awaitEnd() throws InterruptedException {
    if (!ended.await(ScriptedPeer.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the worker did not end the connection");
    }
    toWorker.onCompleted();
  }

  /** The script sees reports one by one, however many came in a message. */
  @Override
  public void onNext(FromWorker message) {
    switch (message.getKindCase()) {
      case BEAT -> beats.add(message);
      case REPORTS ->
          message.getReports().getReportsList().stream()
              .map(report -> Reports.newBuilder().addReports(report))
              .map(one -> FromWorker.newBuilder().setReports(one).build())
              .forEach(received::add);
      default -> received.add(message);
    }
  }

  @Override
  public void onError(Throwable thrown) {}

  @Override
  public void onCompleted() {
    ended.countDown();
  }
}
