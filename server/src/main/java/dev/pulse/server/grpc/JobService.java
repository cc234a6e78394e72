package dev.pulse.server.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.Handled;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.log.AttemptLogs;
import dev.pulse.v1.AwaitJobRequest;
import dev.pulse.v1.CancelJobRequest;
import dev.pulse.v1.CountJobsRequest;
import dev.pulse.v1.CountJobsResponse;
import dev.pulse.v1.DeadFilter;
import dev.pulse.v1.DeadResponse;
import dev.pulse.v1.Dispatch;
import dev.pulse.v1.ExplainJobRequest;
import dev.pulse.v1.ExplainJobResponse;
import dev.pulse.v1.FromWorker;
import dev.pulse.v1.GetDispatchRequest;
import dev.pulse.v1.GetJobRequest;
import dev.pulse.v1.Job;
import dev.pulse.v1.ListAttemptsRequest;
import dev.pulse.v1.ListAttemptsResponse;
import dev.pulse.v1.ListJobsRequest;
import dev.pulse.v1.ListJobsResponse;
import dev.pulse.v1.PauseDispatchRequest;
import dev.pulse.v1.PulseGrpc;
import dev.pulse.v1.ResumeDispatchRequest;
import dev.pulse.v1.RetryJobRequest;
import dev.pulse.v1.SetAgingRequest;
import dev.pulse.v1.SubmitAllRequest;
import dev.pulse.v1.SubmitAllResponse;
import dev.pulse.v1.SubmitParcel;
import dev.pulse.v1.SubmitReceipt;
import dev.pulse.v1.SubmitRequest;
import dev.pulse.v1.SubmitResponse;
import dev.pulse.v1.ToWorker;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Answers the calls of {@code pulse.v1.Pulse}. Submits never block a thread; the rest waits on its
 * own.
 */
final class JobService extends PulseGrpc.PulseImplBase {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final Jobs jobs;
  private final Dispatcher dispatcher;
  private final AttemptLogs logs;
  private final Duration lease;
  private final Executor threads;
  private final Set<SubmitStream> submitStreams = ConcurrentHashMap.newKeySet();

  JobService(Jobs jobs, Dispatcher dispatcher, AttemptLogs logs, Duration lease, Executor threads) {
    this.jobs = jobs;
    this.dispatcher = dispatcher;
    this.logs = logs;
    this.lease = lease;
    this.threads = threads;
    dispatcher.onDrain(() -> submitStreams.forEach(SubmitStream::end));
  }

  @Override
  public void submit(SubmitRequest request, StreamObserver<SubmitResponse> answers) {
    submit(
        List.of(request.getJob()),
        answers,
        submitted -> {
          answers.onNext(Wire.submitted(submitted.getFirst()));
        });
  }

  @Override
  public void submitAll(SubmitAllRequest request, StreamObserver<SubmitAllResponse> answers) {
    submit(
        request.getJobsList(),
        answers,
        submitted -> {
          var all = SubmitAllResponse.newBuilder();
          submitted.forEach(each -> all.addJobs(Wire.submitted(each)));
          answers.onNext(all.build());
        });
  }

  private interface Answering {
    void answer(List<Submitted> submitted);
  }

  private void submit(
      List<dev.pulse.v1.NewJob> wanted, StreamObserver<?> answers, Answering answering) {
    try {
      var _ =
          dispatcher
              .submit(wanted.stream().map(Wire::newJob).toList())
              .whenComplete(
                  (submitted, failure) -> {
                    if (submitted == null) {
                      answers.onError(Failures.status(failure));
                    } else {
                      answering.answer(submitted);
                      answers.onCompleted();
                    }
                  });
    } catch (RuntimeException e) {
      answers.onError(Failures.status(e));
    }
  }

  @Override
  public StreamObserver<SubmitParcel> submitStream(StreamObserver<SubmitReceipt> toClient) {
    stayOpen();
    var stream =
        new SubmitStream(
            (ServerCallStreamObserver<SubmitReceipt>) toClient,
            dispatcher,
            ServiceRequestContext.current().eventLoop(),
            submitStreams::remove);
    submitStreams.add(stream);
    if (dispatcher.isDraining()) {
      stream.end();
    }
    return stream;
  }

  private static void stayOpen() {
    ServiceRequestContext context = ServiceRequestContext.current();
    context.clearRequestTimeout();
    context.setMaxRequestLength(0);
  }

  @Override
  public StreamObserver<FromWorker> work(StreamObserver<ToWorker> toWorker) {
    stayOpen();
    var stream =
        new WorkStream(
            (ServerCallStreamObserver<ToWorker>) toWorker,
            dispatcher,
            jobs,
            logs,
            lease,
            threads,
            ServiceRequestContext.current().eventLoop());
    stream.watch();
    return stream;
  }

  @Override
  public void getJob(GetJobRequest request, StreamObserver<Job> answers) {
    answer(answers, () -> find(Wire.uuid(request.getId())));
  }

  @Override
  public void awaitJob(AwaitJobRequest request, StreamObserver<Job> answers) {
    ServiceRequestContext.current().clearRequestTimeout();
    Duration asked = Wire.duration(request.getAtMost());
    Duration atMost = asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked;
    try {
      UUID id = Wire.uuid(request.getId());
      var _ =
          dispatcher
              .await(id, atMost)
              .whenComplete(
                  (job, failure) -> {
                    if (job == null) {
                      answers.onError(Failures.status(failure));
                    } else if (job.isEmpty()) {
                      answers.onError(Failures.status(JobRefused.notFound(id)));
                    } else {
                      answers.onNext(Wire.job(job.get()));
                      answers.onCompleted();
                    }
                  });
    } catch (RuntimeException e) {
      answers.onError(Failures.status(e));
    }
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> answers) {
    answer(
        answers,
        () ->
            Wire.page(
                jobs.list(
                    Wire.filter(request),
                    request.getLimit() == 0 ? 50 : request.getLimit(),
                    Wire.given(request.getCursor()))));
  }

  @Override
  public void listAttempts(
      ListAttemptsRequest request, StreamObserver<ListAttemptsResponse> answers) {
    answer(
        answers,
        () -> {
          UUID id = Wire.uuid(request.getId());
          find(id);
          var all = ListAttemptsResponse.newBuilder();
          jobs.attempts(id).forEach(attempt -> all.addAttempts(Wire.attempt(attempt)));
          return all.build();
        });
  }

  @Override
  public void countJobs(CountJobsRequest request, StreamObserver<CountJobsResponse> answers) {
    answer(
        answers,
        () -> {
          var all = CountJobsResponse.newBuilder();
          jobs.counts().forEach(count -> all.addTopics(Wire.count(count)));
          return all.build();
        });
  }

  @Override
  public void explainJob(ExplainJobRequest request, StreamObserver<ExplainJobResponse> answers) {
    answer(answers, () -> Wire.explanation(dispatcher.explain(Wire.uuid(request.getId()))));
  }

  @Override
  public void cancelJob(CancelJobRequest request, StreamObserver<Job> answers) {
    answer(
        answers,
        () -> {
          UUID id = Wire.uuid(request.getId());
          dispatcher.cancel(id);
          return find(id);
        });
  }

  @Override
  public void retryJob(RetryJobRequest request, StreamObserver<Job> answers) {
    answer(
        answers,
        () -> {
          UUID id = Wire.uuid(request.getId());
          jobs.retry(id);
          return find(id);
        });
  }

  @Override
  public void retryDead(DeadFilter request, StreamObserver<DeadResponse> answers) {
    ServiceRequestContext.current().clearRequestTimeout();
    answer(answers, () -> handled(jobs.retryDead(Wire.dead(request))));
  }

  @Override
  public void purgeDead(DeadFilter request, StreamObserver<DeadResponse> answers) {
    ServiceRequestContext.current().clearRequestTimeout();
    answer(answers, () -> handled(jobs.purgeDead(Wire.dead(request))));
  }

  @Override
  public void getDispatch(GetDispatchRequest request, StreamObserver<Dispatch> answers) {
    answer(answers, () -> dispatch());
  }

  @Override
  public void setAging(SetAgingRequest request, StreamObserver<Dispatch> answers) {
    answer(
        answers,
        () -> {
          jobs.aging(
              request.getTopic(), request.hasAging() ? Wire.duration(request.getAging()) : null);
          return dispatch();
        });
  }

  private Dispatch dispatch() {
    return Wire.dispatch(dispatcher.pauses(), jobs.aging());
  }

  @Override
  public void pauseDispatch(PauseDispatchRequest request, StreamObserver<Dispatch> answers) {
    String actor = Authentication.user(ServiceRequestContext.current()).orElse("anonymous");
    answer(
        answers,
        () -> {
          dispatcher.pause(Wire.given(request.getTopic()), request.getReason(), actor);
          return dispatch();
        });
  }

  @Override
  public void resumeDispatch(ResumeDispatchRequest request, StreamObserver<Dispatch> answers) {
    answer(
        answers,
        () -> {
          dispatcher.resume(Wire.given(request.getTopic()));
          return dispatch();
        });
  }

  private Job find(UUID id) {
    return jobs.find(id).map(Wire::job).orElseThrow(() -> JobRefused.notFound(id));
  }

  private static DeadResponse handled(Handled handled) {
    return DeadResponse.newBuilder().setJobs(handled.jobs()).setSkipped(handled.skipped()).build();
  }

  private <T> void answer(StreamObserver<T> answers, Callable<T> work) {
    new Unary(threads).answer(answers, work);
  }
}
