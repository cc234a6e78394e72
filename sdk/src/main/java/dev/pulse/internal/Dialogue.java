package dev.pulse.internal;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import dev.pulse.v1.Ack;
import dev.pulse.v1.Acks;
import dev.pulse.v1.Assignment;
import dev.pulse.v1.Beat;
import dev.pulse.v1.Credit;
import dev.pulse.v1.FromWorker;
import dev.pulse.v1.Goodbye;
import dev.pulse.v1.Hello;
import dev.pulse.v1.Lease;
import dev.pulse.v1.Leases;
import dev.pulse.v1.Log;
import dev.pulse.v1.Report;
import dev.pulse.v1.Reports;
import dev.pulse.v1.Welcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's side of the conversation with the server, over one connection after the other. It
 * knows no threads and no clock: whoever calls it does so one call at a time, and calls {@link
 * #flush} when there is a pause.
 */
final class Dialogue {
  private static final Logger log = LoggerFactory.getLogger(Dialogue.class);
  private static final Report RELEASED =
      Report.newBuilder().setReleased(Report.Released.getDefaultInstance()).build();

  /** With fewer answers outstanding a report is sent at once; with more, so many go together. */
  private static final int HANDFUL = 16;

  private final Hello hello;
  private final int concurrency;
  private final int gather;
  private final Consumer<Held> starter;
  private final Ledger ledger = new Ledger();

  private @Nullable Consumer<FromWorker> line;
  private long worker;
  private boolean welcomed;
  private boolean columns;
  private boolean leaving;
  private final Deque<Held> unsent = new ArrayDeque<>();
  private int unanswered;
  private int credit;
  private int resting;

  /**
   * @param hello who the worker is
   * @param starter starts an assignment, whose end it tells by {@link #finished}
   */
  Dialogue(Hello hello, int concurrency, Consumer<Held> starter) {
    this.hello = hello;
    this.concurrency = concurrency;
    this.gather = Math.max(HANDFUL, concurrency / 2);
    this.starter = starter;
  }

  /** A connection stands: introduces the worker and names what it still holds. */
  void connected(Consumer<FromWorker> newLine) {
    line = newLine;
    forgetTheLine();
    List<Lease> named =
        ledger.all().stream().filter(held -> !held.isLost()).map(Held::lease).toList();
    send(
        FromWorker.newBuilder()
            .setHello(hello.toBuilder().addAllHeld(named).setPrevious(worker).setColumns(true)));
  }

  void disconnected() {
    line = null;
    forgetTheLine();
  }

  private void forgetTheLine() {
    welcomed = false;
    unsent.clear();
    unanswered = 0;
    credit = 0;
  }

  /** The server knows the worker: what it kept goes on, the rest is lost, what is owed is sent. */
  void welcome(Welcome welcome) {
    Map<Ledger.Key, Lease> kept =
        welcome.getKeptList().stream()
            .collect(toMap(Ledger.Key::of, identity(), (first, second) -> second));
    for (Held held : ledger.all()) {
      Lease lease = kept.get(Ledger.Key.of(held.lease()));
      if (lease != null) {
        held.renew(lease);
      } else if (!held.isLost()) {
        lose(held, "the server gave it up while the connection was lost");
      }
    }
    worker = welcome.getWorker();
    columns = welcome.getColumns();
    welcomed = true;
    if (leaving) {
      sendGoodbye();
    }
    for (Held held : ledger.all()) {
      sendLogAgain(held);
      owe(held);
    }
  }

  void assigned(List<Assignment> assignments) {
    for (Assignment assignment : assignments) {
      Held held = new Held(assignment.getLease(), new Execution(assignment));
      if (!ledger.add(held)) {
        continue;
      }
      boolean wanted = !leaving && credit > 0;
      credit = Math.max(0, credit - 1);
      if (wanted) {
        starter.accept(held);
      } else {
        finished(held, RELEASED);
      }
    }
  }

  /** An attempt ended; without a report when nobody waits for one. */
  void finished(Held held, @Nullable Report report) {
    if (!ledger.contains(held) || held.isReported()) {
      return;
    }
    sendRestOfLog(held);
    if (report == null) {
      ledger.remove(held);
      return;
    }
    ledger.report(held, report);
    owe(held);
  }

  /** An assignment found no thread: it goes back, and its slot rests until {@link #rested}. */
  void refused(Held held) {
    resting++;
    finished(held, RELEASED);
  }

  void rested() {
    resting--;
  }

  void acknowledged(Acks acks) {
    for (Ack ack : acks.getAcksList()) {
      Held held = answered(Ledger.Key.of(ack.getLease()));
      if (held != null && !ack.getReason().isEmpty()) {
        log.warn("the report on {} was refused: {}", held.execution(), ack.getReason());
      } else if (held != null && !ack.getRecorded()) {
        log.info("{} had been given up; its late report was kept", held.execution());
      }
    }
    Leases completed = acks.getCompleted();
    for (int at = 0; at < completed.getJobsCount(); at++) {
      answered(new Ledger.Key(completed.getJobs(at), completed.getFences(at)));
    }
  }

  /** Answers whose report that was; nobody's if it was answered before: an ack may come twice. */
  private @Nullable Held answered(Ledger.Key key) {
    Held held = ledger.find(key);
    if (held == null || !held.isReported()) {
      return null;
    }
    ledger.remove(held);
    unanswered--;
    return held;
  }

  /** An attempt has written more than was sent. */
  void log(Held held) {
    AttemptLog log = held.execution().written();
    if (welcomed && log != null && ledger.contains(held)) {
      Log next = log.next();
      if (next != null) {
        sendLog(held, next);
      }
    }
  }

  /** What an attempt has written is on record up to there. */
  void logged(Lease lease, long through) {
    Held held = ledger.find(Ledger.Key.of(lease));
    AttemptLog log = held == null ? null : held.execution().written();
    if (held != null && log != null && log.acknowledged(through)) {
      log(held);
    }
  }

  /** The server takes an attempt away. One that has already ended only waits for its answer. */
  void canceled(Lease lease, String reason) {
    Held held = ledger.find(Ledger.Key.of(lease));
    if (held != null && !held.isLost() && !held.isReported()) {
      lose(held, reason);
    }
  }

  void beat() {
    if (welcomed) {
      send(FromWorker.newBuilder().setBeat(Beat.getDefaultInstance()));
    }
  }

  /** Takes no more jobs and hands back those that have not begun. */
  void leave() {
    if (leaving) {
      return;
    }
    leaving = true;
    if (welcomed) {
      sendGoodbye();
    }
    for (Held held : ledger.all()) {
      if (!held.isReported() && held.execution().abandon()) {
        finished(held, RELEASED);
      }
    }
  }

  /** Interrupts what still runs. */
  void stop() {
    ledger.all().stream().filter(held -> !held.isReported()).forEach(h -> h.execution().stop());
  }

  /**
   * Sends the reports that are due, and gives credit for all slots whose reports are sent, each in
   * one message.
   */
  void flush() {
    sendReports();
    int free = concurrency - ledger.busy() - unsent.size() - resting - credit;
    if (welcomed && !leaving && free > 0) {
      credit += free;
      send(FromWorker.newBuilder().setCredit(Credit.newBuilder().setSlots(free)));
    }
  }

  boolean isWelcomed() {
    return welcomed;
  }

  int busy() {
    return ledger.busy();
  }

  /** Whether the worker has left and owes nothing any more. */
  boolean isOver() {
    return leaving && ledger.isEmpty();
  }

  private void lose(Held held, String reason) {
    held.lose();
    if (held.isReported()) {
      return;
    }
    log.info("{} is interrupted: {}", held.execution(), reason);
    if (held.execution().abandon()) {
      ledger.remove(held);
    } else {
      held.execution().lose();
    }
  }

  private void owe(Held held) {
    if (welcomed && held.isReported()) {
      unsent.add(held);
    }
  }

  /**
   * While answers are outstanding reports gather, for a message each would cost more than what it
   * says: a handful goes on, or whatever there is with the next answers. A lost attempt's report is
   * sent once, for the record; its answer is not waited for.
   */
  private void sendReports() {
    while (!unsent.isEmpty() && unanswered < (unsent.size() < HANDFUL ? HANDFUL : gather)) {
      Reports.Builder batch = Reports.newBuilder();
      Leases.Builder done = Leases.newBuilder().setWorker(worker);
      int bytes = 0;
      for (int count = 0; !unsent.isEmpty() && count < Parts.MOST_JOBS; count++) {
        if (bytes >= Parts.MOST_BYTES) {
          break;
        }
        Held held = unsent.remove();
        if (columns && held.isDoneFor(worker)) {
          done.addJobs(held.lease().getJob()).addFences(held.lease().getFence());
        } else {
          Report report = held.outgoing();
          batch.addReports(report);
          bytes += report.getSerializedSize();
        }
        if (held.isLost()) {
          ledger.remove(held);
        } else {
          unanswered++;
        }
      }
      if (done.getJobsCount() > 0) {
        batch.setDone(done);
      }
      send(FromWorker.newBuilder().setReports(batch));
    }
  }

  private void sendLogAgain(Held held) {
    AttemptLog log = held.execution().written();
    if (log != null) {
      log.unacknowledged().forEach(chunk -> sendLog(held, chunk));
      log(held);
    }
  }

  /** What an attempt wrote goes out before its report, so that its end is not seen before it. */
  private void sendRestOfLog(Held held) {
    AttemptLog log = held.execution().written();
    if (log != null) {
      for (Log chunk : log.rest()) {
        if (welcomed) {
          sendLog(held, chunk);
        }
      }
    }
  }

  private void sendLog(Held held, Log chunk) {
    send(FromWorker.newBuilder().setLog(chunk.toBuilder().setLease(held.lease())));
  }

  private void sendGoodbye() {
    send(FromWorker.newBuilder().setGoodbye(Goodbye.getDefaultInstance()));
  }

  private void send(FromWorker.Builder message) {
    if (line != null) {
      line.accept(message.build());
    }
  }
}
