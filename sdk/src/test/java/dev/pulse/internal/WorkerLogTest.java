package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Outcome;
import dev.pulse.v1.FromWorker.KindCase;
import dev.pulse.v1.Lease;
import dev.pulse.v1.Log;
import dev.pulse.v1.Logged;
import dev.pulse.v1.ToWorker;
import org.junit.jupiter.api.Test;

/** What a handler logs, on its way to the server (A7). */
class WorkerLogTest extends ScriptedWorker {
  private void start() {
    worker()
        .handle(
            "talks",
            job -> {
              job.log("one");
              begun.add(job.id());
              job.log(atTheGate());
              return Outcome.done();
            })
        .start();
  }

  private static Log log(PeerLine line) {
    return line.next(KindCase.LOG).getLog();
  }

  private static void logged(PeerLine line, Log log) {
    line.send(
        ToWorker.newBuilder()
            .setLogged(Logged.newBuilder().setLease(log.getLease()).setThrough(log.getEnds()))
            .build());
  }

  @Test
  void whatWasLoggedComesWhileTheHandlerRunsAndTheRestBeforeTheReport() throws Exception {
    start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "talks"));
    Log first = log(line);
    assertThat(first.getText()).isEqualTo("one\n");
    assertThat(first.getLease()).isEqualTo(lease(1));
    // Not even acknowledged: an attempt that ends sends all it has.
    letGo("two");
    Log second = log(line);
    assertThat(second.getText()).isEqualTo("two\n");
    assertThat(second.getStarts()).isEqualTo(first.getEnds());
    assertThat(line.next(KindCase.REPORTS).getReports().getReports(0).hasDone()).isTrue();
  }

  @Test
  void anAcknowledgedChunkMakesRoomForTheNext() throws Exception {
    worker()
        .handle(
            "talks",
            job -> {
              job.log("one");
              job.log(atTheGate());
              atTheGate();
              return Outcome.done();
            })
        .start();
    PeerLine line = welcomed();
    line.assign(Assigned.job(1, "talks"));
    Log first = log(line);
    letGo("two");
    logged(line, first);
    assertThat(log(line).getText()).isEqualTo("two\n");
    letGo("");
    line.next(KindCase.REPORTS);
  }

  @Test
  void whatWasNotAcknowledgedIsSentAgainUnderTheNewLeaseAndBeforeTheReport() throws Exception {
    start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "talks"));
    Log lost = log(first);
    first.cut();
    PeerLine second = peer.nextLine();
    assertThat(second.hello().getHeldList()).containsExactly(lease(1));
    Lease renewed = Assigned.renewed(lease(1), 7);
    second.welcome(renewed);
    Log again = log(second);
    assertThat(again).isEqualTo(lost.toBuilder().setLease(renewed).build());
    assertThat(second.credit()).isEqualTo(1);
    logged(second, again);
    letGo("two");
    assertThat(log(second).getText()).isEqualTo("two\n");
    assertThat(second.report().getLease()).isEqualTo(renewed);
  }

  @Test
  void whatEndsWithoutAConnectionIsSentToTheNextOne() throws Exception {
    start();
    PeerLine first = welcomed();
    first.assign(Assigned.job(1, "talks"));
    logged(first, log(first));
    ScriptedPeer.soon(begun);
    peer.stop();
    letGo("alone");
    peer.restart();
    PeerLine second = peer.nextLine();
    second.hello();
    second.welcome(lease(1));
    Log rest = log(second);
    assertThat(rest.getText()).endsWith("alone\n");
    assertThat(second.report().getLease()).isEqualTo(lease(1));
  }
}
