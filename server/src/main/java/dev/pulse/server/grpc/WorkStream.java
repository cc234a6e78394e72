package dev.pulse.server.grpc;

import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.dispatch.Hello;
import dev.pulse.server.dispatch.Session;
import dev.pulse.server.dispatch.WorkerLink;
import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.log.AttemptLogs;
import dev.pulse.server.log.LogChunk;
import dev.pulse.server.run.RunRefused;
import dev.pulse.v1.Acks;
import dev.pulse.v1.Assignments;
import dev.pulse.v1.Cancel;
import dev.pulse.v1.Farewell;
import dev.pulse.v1.FromWorker;
import dev.pulse.v1.Leases;
import dev.pulse.v1.Log;
import dev.pulse.v1.Logged;
import dev.pulse.v1.Reports;
import dev.pulse.v1.ToWorker;
import dev.pulse.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker's connection: reads its messages, and is the link through which it is spoken to. */
final class WorkStream implements StreamObserver<FromWorker>, WorkerLink {
  private static final Logger log = LoggerFactory.getLogger(WorkStream.class);
  private static final int MOST_EARLY = 1000;
  private static final Outcome DONE = new Outcome.Succeeded(null);
  private static final Ack COMPLETED = new Ack.Recorded(JobStatus.COMPLETED);

  private final ServerCallStreamObserver<ToWorker> toWorker;
  private final Dispatcher dispatcher;
  private final Jobs jobs;
  private final AttemptLogs logs;
  private final Duration defaultLease;
  private final Executor threads;
  private final Executor loop;

  private final List<Answer> unsent = new ArrayList<>();
  private final List<FromWorker> early = new ArrayList<>();
  private boolean greeted;
  private boolean closed;
  private volatile boolean columns;
  private @Nullable Session session;

  /**
   * @param loop the thread that reads and writes this stream
   */
  WorkStream(
      ServerCallStreamObserver<ToWorker> toWorker,
      Dispatcher dispatcher,
      Jobs jobs,
      AttemptLogs logs,
      Duration defaultLease,
      Executor threads,
      Executor loop) {
    this.toWorker = toWorker;
    this.dispatcher = dispatcher;
    this.jobs = jobs;
    this.logs = logs;
    this.defaultLease = defaultLease;
    this.threads = threads;
    this.loop = loop;
  }

  void watch() {
    toWorker.setOnCancelHandler(this::close);
  }

  @Override
  public void onNext(FromWorker message) {
    Session known;
    synchronized (this) {
      if (closed) {
        return;
      }
      known = session;
      if (known == null && greeted) {
        keepForLater(message);
        return;
      }
      greeted = true;
    }
    if (known != null) {
      handle(known, message);
    } else if (message.hasHello()) {
      threads.execute(() -> greet(message.getHello()));
    } else {
      refuse(Status.INVALID_ARGUMENT.withDescription("the first message must be a hello"));
    }
  }

  private void keepForLater(FromWorker message) {
    if (early.size() >= MOST_EARLY) {
      refuse(Status.RESOURCE_EXHAUSTED.withDescription("too many messages before the welcome"));
      return;
    }
    early.add(message);
  }

  private void greet(dev.pulse.v1.Hello hello) {
    try {
      columns = hello.getColumns();
      Duration lease = hello.hasLease() ? Wire.duration(hello.getLease()) : defaultLease;
      Session connected =
          dispatcher.connect(
              new Hello(
                  new NewWorker(
                      hello.getName(), hello.getTopicsList(), hello.getHandlersList(), lease),
                  hello.getPrevious(),
                  hello.getHeldList().stream().map(Wire::lease).toList()),
              this);
      var welcome =
          Welcome.newBuilder()
              .setWorker(connected.worker())
              .setBeatEvery(Wire.duration(lease.dividedBy(3)))
              .setColumns(true);
      connected.kept().forEach(kept -> welcome.addKept(Wire.lease(kept)));
      send(ToWorker.newBuilder().setWelcome(welcome).build());
      begin(connected);
    } catch (RuntimeException e) {
      refuse(Failures.status(e).getStatus());
    }
  }

  private void begin(Session connected) {
    List<FromWorker> waiting;
    boolean alreadyClosed;
    synchronized (this) {
      session = connected;
      waiting = List.copyOf(early);
      early.clear();
      alreadyClosed = closed;
    }
    waiting.forEach(message -> handle(connected, message));
    if (alreadyClosed) {
      connected.disconnected();
    }
  }

  private void handle(Session known, FromWorker message) {
    switch (message.getKindCase()) {
      case CREDIT -> known.credit(message.getCredit().getSlots());
      case REPORTS -> reported(known, message.getReports());
      case LOG -> log(message.getLog());
      case BEAT -> known.beat();
      case GOODBYE -> known.goodbye();
      case HELLO -> refuse(Status.INVALID_ARGUMENT.withDescription("a second hello"));
      case KIND_NOT_SET -> log.debug("a message of a kind we do not know is ignored");
    }
  }

  private void reported(Session known, Reports given) {
    Leases done = given.getDone();
    if (done.getJobsCount() != done.getFencesCount()) {
      refuse(Status.INVALID_ARGUMENT.withDescription("every job of a report has a fence"));
      return;
    }
    var all = new ArrayList<Report>(given.getReportsCount() + done.getJobsCount());
    given.getReportsList().forEach(each -> all.add(report(each)));
    for (int at = 0; at < done.getJobsCount(); at++) {
      all.add(new Report(Wire.lease(done, at), DONE));
    }
    report(known, all);
  }

  /** Those that still write their log follow when it is written. */
  private void report(Session known, List<Report> reports) {
    var now = new ArrayList<Report>(reports.size());
    for (Report ended : reports) {
      if (logs.isWriting(ended.lease())) {
        logs.afterwards(ended.lease(), () -> known.report(List.of(ended)));
      } else {
        now.add(ended);
      }
    }
    if (!now.isEmpty()) {
      known.report(now);
    }
  }

  private void log(Log given) {
    try {
      var chunk =
          new LogChunk(
              Wire.lease(given.getLease()),
              given.getStarts(),
              given.getEnds(),
              given.getWholeFrom(),
              given.getText());
      var _ =
          logs.append(chunk)
              .thenAccept(
                  settled -> {
                    if (settled) {
                      send(logged(given));
                    }
                  });
    } catch (JobRefused e) {
      refuse(Failures.status(e).getStatus());
    }
  }

  private static ToWorker logged(Log given) {
    return ToWorker.newBuilder()
        .setLogged(Logged.newBuilder().setLease(given.getLease()).setThrough(given.getEnds()))
        .build();
  }

  /** A note that cannot be taken makes the report a failure that says so, as a result would. */
  private Report report(dev.pulse.v1.Report report) {
    Lease lease = Wire.lease(report.getLease());
    try {
      return jobs.accept(lease, Wire.outcome(report), RunWire.note(report));
    } catch (RunRefused e) {
      var failed = new Outcome.Failed("its answer was refused: " + e.getMessage());
      return jobs.accept(lease, failed, null);
    }
  }

  @Override
  public void onError(Throwable failure) {
    close();
  }

  @Override
  public void onCompleted() {
    close();
    synchronized (toWorker) {
      if (!toWorker.isCancelled()) {
        toWorker.onCompleted();
      }
    }
  }

  private void close() {
    Session known;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      known = session;
    }
    if (known != null) {
      known.disconnected();
    }
  }

  private void refuse(Status status) {
    close();
    synchronized (toWorker) {
      if (!toWorker.isCancelled()) {
        toWorker.onError(status.asRuntimeException());
      }
    }
  }

  /** gRPC's observers are not thread safe; ours are called from everywhere. */
  private void send(ToWorker message) {
    synchronized (toWorker) {
      if (!toWorker.isCancelled()) {
        try {
          toWorker.onNext(message);
        } catch (IllegalStateException e) {
          log.debug("the stream ended meanwhile: {}", e.getMessage());
        }
      }
    }
  }

  @Override
  public void assign(List<Assignment> assigned) {
    var all = Assignments.newBuilder();
    assigned.forEach(job -> all.addJobs(Wire.assignment(job)));
    send(ToWorker.newBuilder().setAssignments(all).build());
  }

  /** What was recorded together is answered together: the loop sends what it finds. */
  @Override
  public void acknowledge(List<Answer> answers) {
    answers.forEach(answer -> logs.ended(answer.lease()));
    boolean first;
    synchronized (unsent) {
      first = unsent.isEmpty();
      unsent.addAll(answers);
    }
    if (first) {
      loop.execute(this::sendAnswers);
    }
  }

  private void sendAnswers() {
    List<Answer> answers;
    synchronized (unsent) {
      answers = List.copyOf(unsent);
      unsent.clear();
    }
    var acks = Acks.newBuilder();
    var completed = Leases.newBuilder();
    for (Answer answer : answers) {
      if (columns && COMPLETED.equals(answer.ack())) {
        completed.addJobs(answer.lease().job()).addFences(answer.lease().fence());
      } else {
        acks.addAcks(ack(answer));
      }
    }
    if (completed.getJobsCount() > 0) {
      acks.setCompleted(completed);
    }
    send(ToWorker.newBuilder().setAcks(acks).build());
  }

  private static dev.pulse.v1.Ack ack(Answer answer) {
    var ack = dev.pulse.v1.Ack.newBuilder().setLease(Wire.lease(answer.lease()));
    if (answer.ack() instanceof Ack.Recorded(var status)) {
      ack.setRecorded(true).setStatus(Wire.status(status));
    }
    return ack.build();
  }

  @Override
  public void cancel(Lease lease, String reason) {
    send(
        ToWorker.newBuilder()
            .setCancel(Cancel.newBuilder().setLease(Wire.lease(lease)).setReason(reason))
            .build());
  }

  @Override
  public void farewell() {
    send(ToWorker.newBuilder().setFarewell(Farewell.getDefaultInstance()).build());
  }
}
