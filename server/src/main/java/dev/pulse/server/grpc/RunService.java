package dev.pulse.server.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.run.Delivery;
import dev.pulse.server.run.RunFilter;
import dev.pulse.server.run.RunRefused;
import dev.pulse.server.run.RunStatus;
import dev.pulse.server.run.Runs;
import dev.pulse.server.run.StageNote;
import dev.pulse.server.run.Started;
import dev.pulse.server.run.WaitStatus;
import dev.pulse.v1.ArmWaitRequest;
import dev.pulse.v1.CancelRunRequest;
import dev.pulse.v1.ExplainRunRequest;
import dev.pulse.v1.ExplainRunResponse;
import dev.pulse.v1.GetRunRequest;
import dev.pulse.v1.ListRunEventsRequest;
import dev.pulse.v1.ListRunEventsResponse;
import dev.pulse.v1.ListRunsRequest;
import dev.pulse.v1.ListRunsResponse;
import dev.pulse.v1.ListWaitsRequest;
import dev.pulse.v1.ListWaitsResponse;
import dev.pulse.v1.RetryRunRequest;
import dev.pulse.v1.Run;
import dev.pulse.v1.RunsGrpc;
import dev.pulse.v1.SignalRunRequest;
import dev.pulse.v1.SignalRunResponse;
import dev.pulse.v1.StartRunRequest;
import dev.pulse.v1.StartRunResponse;
import dev.pulse.v1.Wait;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Answers the calls of {@code pulse.v1.Runs}. */
final class RunService extends RunsGrpc.RunsImplBase {
  private static final int USUAL_PAGE = 50;
  private static final int MOST_EVENTS = 500;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final Runs runs;
  private final Executor threads;

  RunService(Runs runs, Executor threads) {
    this.runs = runs;
    this.threads = threads;
  }

  @Override
  public void startRun(StartRunRequest request, StreamObserver<StartRunResponse> answers) {
    answer(
        answers,
        () -> {
          Started started = runs.start(RunWire.run(request));
          return StartRunResponse.newBuilder()
              .setId(started.id().toString())
              .setExisting(started.existing())
              .build();
        });
  }

  @Override
  public void getRun(GetRunRequest request, StreamObserver<Run> answers) {
    answer(
        answers,
        () -> {
          UUID id = Wire.uuid(request.getId());
          return RunWire.run(runs.find(id).orElseThrow(() -> RunRefused.notFound(id)), runs);
        });
  }

  @Override
  public void listRuns(ListRunsRequest request, StreamObserver<ListRunsResponse> answers) {
    answer(
        answers,
        () -> {
          RunStatus status =
              RunWire.choice("status", request.getStatus(), RunStatus.values(), RunStatus::text);
          return RunWire.runs(
              runs.list(
                  new RunFilter(status, Wire.given(request.getName())),
                  request.getLimit() == 0 ? USUAL_PAGE : request.getLimit(),
                  Wire.given(request.getCursor())),
              runs);
        });
  }

  @Override
  public void signalRun(SignalRunRequest request, StreamObserver<SignalRunResponse> answers) {
    String actor = Authentication.user(ServiceRequestContext.current()).orElse("anonymous");
    answer(
        answers,
        () -> {
          String waitId = Wire.given(request.getWaitId());
          var delivery =
              new Delivery(
                  request.getSignal(),
                  Wire.given(request.getPayload()),
                  waitId == null ? null : Wire.uuid(waitId),
                  Wire.given(request.getIdempotencyKey()),
                  new Delivery.Sender(actor, Delivery.Via.API));
          String told = runs.deliver(Wire.uuid(request.getId()), delivery);
          return SignalRunResponse.newBuilder().setDelivery(told).build();
        });
  }

  @Override
  public void cancelRun(CancelRunRequest request, StreamObserver<Run> answers) {
    answer(answers, () -> RunWire.run(runs.cancel(Wire.uuid(request.getId())), runs));
  }

  @Override
  public void retryRun(RetryRunRequest request, StreamObserver<Run> answers) {
    answer(answers, () -> RunWire.run(runs.retry(Wire.uuid(request.getId())), runs));
  }

  @Override
  public void explainRun(ExplainRunRequest request, StreamObserver<ExplainRunResponse> answers) {
    answer(answers, () -> RunWire.explanation(runs.explain(Wire.uuid(request.getId()))));
  }

  @Override
  public void listRunEvents(
      ListRunEventsRequest request, StreamObserver<ListRunEventsResponse> answers) {
    ServiceRequestContext.current().clearRequestTimeout();
    Duration asked = Wire.duration(request.getAtMost());
    Duration atMost = asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked;
    answer(answers, () -> events(request, atMost));
  }

  private ListRunEventsResponse events(ListRunEventsRequest request, Duration atMost) {
    UUID id = Wire.uuid(request.getId());
    int limit = request.getLimit() == 0 ? MOST_EVENTS : request.getLimit();
    var more = runs.moreEvents(id, request.getAfter());
    ListRunEventsResponse now = eventsNow(id, request.getAfter(), limit);
    if (now.getEventsCount() == 0 && !now.getOver() && atMost.isPositive()) {
      more.completeOnTimeout(null, atMost.toMillis(), TimeUnit.MILLISECONDS).join();
      return eventsNow(id, request.getAfter(), limit);
    }
    more.cancel(false);
    return now;
  }

  /** The run first and its events after it, so that the end is never told before the last event. */
  private ListRunEventsResponse eventsNow(UUID id, int after, int limit) {
    var run = runs.head(id).orElseThrow(() -> RunRefused.notFound(id));
    var events = runs.events(id, after, limit);
    var built = ListRunEventsResponse.newBuilder();
    events.forEach(event -> built.addEvents(RunWire.event(event)));
    int last = events.isEmpty() ? after : events.getLast().number();
    return built.setOver(run.status().isClosed() && last >= run.events()).build();
  }

  @Override
  public void listWaits(ListWaitsRequest request, StreamObserver<ListWaitsResponse> answers) {
    answer(
        answers,
        () -> {
          WaitStatus status =
              RunWire.choice("status", request.getStatus(), WaitStatus.values(), WaitStatus::text);
          int limit = request.getLimit() == 0 ? USUAL_PAGE : request.getLimit();
          return RunWire.waits(runs.waits(status, limit, Wire.given(request.getCursor())), runs);
        });
  }

  @Override
  public void armWait(ArmWaitRequest request, StreamObserver<Wait> answers) {
    answer(
        answers,
        () -> {
          var ask =
              new StageNote.Ask(
                  request.getSignal(),
                  request.hasExpiresIn() ? Wire.duration(request.getExpiresIn()) : null,
                  Wire.given(request.getQuestion()),
                  true);
          var lease = request.getLease();
          return RunWire.wait(runs.arm(lease.getJob(), lease.getFence(), ask), runs);
        });
  }

  private <T> void answer(StreamObserver<T> answers, Supplier<T> work) {
    threads.execute(
        () -> {
          try {
            answers.onNext(work.get());
            answers.onCompleted();
          } catch (RuntimeException e) {
            answers.onError(Failures.status(e));
          }
        });
  }
}
