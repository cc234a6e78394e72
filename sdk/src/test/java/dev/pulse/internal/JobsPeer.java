package dev.pulse.internal;

import dev.pulse.v1.Attempt;
import dev.pulse.v1.AwaitJobRequest;
import dev.pulse.v1.CancelJobRequest;
import dev.pulse.v1.CountJobsRequest;
import dev.pulse.v1.CountJobsResponse;
import dev.pulse.v1.DeadFilter;
import dev.pulse.v1.DeadResponse;
import dev.pulse.v1.ExplainJobRequest;
import dev.pulse.v1.ExplainJobResponse;
import dev.pulse.v1.GetJobRequest;
import dev.pulse.v1.Job;
import dev.pulse.v1.JobStatus;
import dev.pulse.v1.LateReport;
import dev.pulse.v1.ListAttemptsRequest;
import dev.pulse.v1.ListAttemptsResponse;
import dev.pulse.v1.ListJobsRequest;
import dev.pulse.v1.ListJobsResponse;
import dev.pulse.v1.NewJob;
import dev.pulse.v1.PulseGrpc;
import dev.pulse.v1.SubmitAllRequest;
import dev.pulse.v1.SubmitAllResponse;
import dev.pulse.v1.SubmitParcel;
import dev.pulse.v1.SubmitReceipt;
import dev.pulse.v1.SubmitRequest;
import dev.pulse.v1.SubmitResponse;
import dev.pulse.v1.TopicCount;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A peer that holds jobs in memory and answers calls about them. It can do what a call asks and
 * then lose the answer, as a connection does that breaks at the worst moment.
 */
final class JobsPeer extends PulseGrpc.PulseImplBase {
  final Map<String, NewJob> submitted = new LinkedHashMap<>();
  final Map<String, Job> jobs = new LinkedHashMap<>();
  final List<Integer> batches = new ArrayList<>();
  final List<AwaitJobRequest> awaits = new ArrayList<>();
  final List<DeadFilter> deadFilters = new ArrayList<>();
  final List<ListJobsRequest> lists = new ArrayList<>();
  final AtomicInteger answersToLose = new AtomicInteger();
  int pollsUntilFinished;

  private synchronized <A> void answer(StreamObserver<A> to, Supplier<A> work) {
    A answer;
    try {
      answer = work.get();
    } catch (StatusRuntimeException e) {
      to.onError(e);
      return;
    }
    if (answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      to.onError(Status.UNAVAILABLE.withDescription("the answer was lost").asRuntimeException());
      return;
    }
    to.onNext(answer);
    to.onCompleted();
  }

  private SubmitResponse submit(NewJob job) {
    if (job.getPriority() > 1000) {
      throw Status.INVALID_ARGUMENT
          .withDescription("priority is between -1000 and 1000")
          .asRuntimeException();
    }
    boolean existing = submitted.putIfAbsent(job.getId(), job) != null;
    jobs.putIfAbsent(
        job.getId(),
        Job.newBuilder()
            .setId(job.getId())
            .setName(job.getName())
            .setArgs(job.getArgs())
            .setStatus(JobStatus.JOB_STATUS_PENDING)
            .build());
    return SubmitResponse.newBuilder().setId(job.getId()).setExisting(existing).build();
  }

  private Job find(String id) {
    Job job = jobs.get(id);
    if (job == null) {
      throw Status.NOT_FOUND.withDescription("there is no job " + id).asRuntimeException();
    }
    return job;
  }

  @Override
  public void submit(SubmitRequest request, StreamObserver<SubmitResponse> to) {
    answer(to, () -> submit(request.getJob()));
  }

  @Override
  public void submitAll(SubmitAllRequest request, StreamObserver<SubmitAllResponse> to) {
    answer(
        to,
        () -> {
          batches.add(request.getJobsCount());
          return SubmitAllResponse.newBuilder()
              .addAllJobs(request.getJobsList().stream().map(this::submit).toList())
              .build();
        });
  }

  /** An answer that is lost takes the stream with it. */
  @Override
  public StreamObserver<SubmitParcel> submitStream(StreamObserver<SubmitReceipt> to) {
    return new StreamObserver<>() {
      @Override
      public void onNext(SubmitParcel parcel) {
        receive(parcel, to);
      }

      @Override
      public void onError(Throwable failure) {}

      @Override
      public void onCompleted() {
        to.onCompleted();
      }
    };
  }

  private synchronized void receive(SubmitParcel parcel, StreamObserver<SubmitReceipt> to) {
    var receipt = SubmitReceipt.newBuilder().setNumber(parcel.getNumber());
    try {
      for (int at = 0; at < parcel.getJobsCount(); at++) {
        SubmitResponse answer = submit(parcel.getJobs(at));
        if (answer.getExisting()) {
          receipt.addExisting(SubmitReceipt.Existing.newBuilder().setAt(at).setId(answer.getId()));
        }
      }
      receipt.setTaken(true);
    } catch (StatusRuntimeException e) {
      receipt.clearExisting();
    }
    if (answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      to.onError(Status.UNAVAILABLE.withDescription("the answer was lost").asRuntimeException());
      return;
    }
    to.onNext(receipt.build());
  }

  @Override
  public void getJob(GetJobRequest request, StreamObserver<Job> to) {
    answer(to, () -> find(request.getId()));
  }

  @Override
  public void awaitJob(AwaitJobRequest request, StreamObserver<Job> to) {
    answer(
        to,
        () -> {
          awaits.add(request);
          Job job = find(request.getId());
          if (pollsUntilFinished > 0 && --pollsUntilFinished == 0) {
            job =
                job.toBuilder()
                    .setStatus(JobStatus.JOB_STATUS_COMPLETED)
                    .setResult("{\"n\":7}")
                    .build();
            jobs.put(job.getId(), job);
          }
          return job;
        });
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> to) {
    answer(
        to,
        () -> {
          lists.add(request);
          int from = request.getCursor().isEmpty() ? 0 : Integer.parseInt(request.getCursor());
          List<Job> all = List.copyOf(jobs.values());
          int end = Math.min(all.size(), from + request.getLimit());
          return ListJobsResponse.newBuilder()
              .addAllJobs(all.subList(from, end))
              .setNextCursor(end == all.size() ? "" : "" + end)
              .build();
        });
  }

  @Override
  public void listAttempts(ListAttemptsRequest request, StreamObserver<ListAttemptsResponse> to) {
    answer(
        to,
        () ->
            ListAttemptsResponse.newBuilder()
                .addAttempts(
                    Attempt.newBuilder()
                        .setNumber(1)
                        .setWorker("w")
                        .setOutcome("LOST")
                        .setLate(LateReport.newBuilder().setOutcome("SUCCEEDED").setResult("1")))
                .build());
  }

  @Override
  public void countJobs(CountJobsRequest request, StreamObserver<CountJobsResponse> to) {
    answer(
        to,
        () ->
            CountJobsResponse.newBuilder()
                .addTopics(
                    TopicCount.newBuilder()
                        .setTopic("default")
                        .setStatusValue(99)
                        .setCount(5)
                        .setAtLeast(true))
                .build());
  }

  @Override
  public void explainJob(ExplainJobRequest request, StreamObserver<ExplainJobResponse> to) {
    answer(
        to,
        () ->
            ExplainJobResponse.newBuilder()
                .setId(find(request.getId()).getId())
                .setStatus(JobStatus.JOB_STATUS_PENDING)
                .addReasons(
                    ExplainJobResponse.Reason.newBuilder()
                        .setCode("no_worker")
                        .setMessage("no worker takes jobs from topic default"))
                .build());
  }

  @Override
  public void cancelJob(CancelJobRequest request, StreamObserver<Job> to) {
    answer(
        to,
        () -> {
          Job job = find(request.getId());
          if (job.getStatus() == JobStatus.JOB_STATUS_CANCELED) {
            throw Status.FAILED_PRECONDITION
                .withDescription("the job is CANCELED and cannot be canceled")
                .asRuntimeException();
          }
          Job canceled = job.toBuilder().setStatus(JobStatus.JOB_STATUS_CANCELED).build();
          jobs.put(job.getId(), canceled);
          return canceled;
        });
  }

  @Override
  public void retryDead(DeadFilter request, StreamObserver<DeadResponse> to) {
    answer(
        to,
        () -> {
          deadFilters.add(request);
          return DeadResponse.newBuilder().setJobs(3).setSkipped(1).build();
        });
  }

  @Override
  public void purgeDead(DeadFilter request, StreamObserver<DeadResponse> to) {
    answer(
        to,
        () -> {
          deadFilters.add(request);
          return DeadResponse.newBuilder().setJobs(2).build();
        });
  }
}
