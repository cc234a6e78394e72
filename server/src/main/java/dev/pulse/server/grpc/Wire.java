package dev.pulse.server.grpc;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnsafeByteOperations;
import dev.pulse.server.dispatch.Pause;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.AttemptRecord;
import dev.pulse.server.job.Backoff;
import dev.pulse.server.job.DeadFilter;
import dev.pulse.server.job.Explanation;
import dev.pulse.server.job.Job;
import dev.pulse.server.job.JobFilter;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Page;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.job.TopicCount;
import dev.pulse.v1.Aging;
import dev.pulse.v1.Dispatch;
import dev.pulse.v1.ExplainJobResponse;
import dev.pulse.v1.LateReport;
import dev.pulse.v1.Leases;
import dev.pulse.v1.ListJobsRequest;
import dev.pulse.v1.ListJobsResponse;
import dev.pulse.v1.Report;
import dev.pulse.v1.SubmitResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Between the wire's messages and the kernel's words. Absent is empty there and null here. */
final class Wire {
  private Wire() {}

  static NewJob newJob(dev.pulse.v1.NewJob job) {
    NewJob.Draft draft =
        NewJob.draft(job.getName())
            .id(uuidOrNull(job.getId()))
            .priority(job.getPriority())
            .uniqueKey(given(job.getUniqueKey()))
            .limits(job.getLimitsList())
            .trace(given(job.getTraceparent()));
    if (!job.getTopic().isEmpty()) {
      draft.topic(job.getTopic());
    }
    if (!job.getArgs().isEmpty()) {
      draft.args(job.getArgs());
    }
    if (job.getMaxAttempts() != 0) {
      draft.maxAttempts(job.getMaxAttempts());
    }
    if (job.hasBackoff()) {
      draft.backoff(backoff(job.getBackoff()));
    }
    switch (job.getDueCase()) {
      case DELAY -> draft.delay(duration(job.getDelay()));
      case AT -> draft.due(new NewJob.Due.At(instant(job.getAt())));
      case DUE_NOT_SET -> draft.due(NewJob.Due.NOW);
    }
    return draft.build();
  }

  private static Backoff backoff(dev.pulse.v1.Backoff backoff) {
    return new Backoff.Exponential(
        duration(backoff.getBase()),
        backoff.getFactor() == 0 ? 1 : backoff.getFactor(),
        backoff.hasCap() ? duration(backoff.getCap()) : Duration.ofDays(1),
        backoff.getJitter());
  }

  static SubmitResponse submitted(Submitted submitted) {
    return SubmitResponse.newBuilder()
        .setId(submitted.id().toString())
        .setExisting(submitted.existing())
        .build();
  }

  static Lease lease(dev.pulse.v1.Lease lease) {
    return new Lease(lease.getJob(), lease.getWorker(), lease.getFence());
  }

  static Lease lease(Leases leases, int at) {
    return new Lease(leases.getJobs(at), leases.getWorker(), leases.getFences(at));
  }

  static dev.pulse.v1.Lease lease(Lease lease) {
    return dev.pulse.v1.Lease.newBuilder()
        .setJob(lease.job())
        .setWorker(lease.worker())
        .setFence(lease.fence())
        .build();
  }

  static dev.pulse.v1.Assignment assignment(Assignment job) {
    var built =
        dev.pulse.v1.Assignment.newBuilder()
            .setLease(lease(job.lease()))
            .setId(job.id().toString())
            .setName(job.name())
            .setTopic(job.topic())
            .setArgsBytes(utf8(job.args()))
            .setAttempt(job.attempt())
            .setMaxAttempts(job.maxAttempts())
            .setSubmittedAt(timestamp(job.submittedAt()));
    set(job.trace(), built::setTraceparent);
    set(job.context(), built::setContext);
    return built.build();
  }

  /** What may be long is encoded by the JDK, several times as fast as by protobuf. */
  private static ByteString utf8(String text) {
    return UnsafeByteOperations.unsafeWrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static Outcome outcome(Report report) {
    return switch (report.getOutcomeCase()) {
      case DONE -> new Outcome.Succeeded(given(report.getDone().getResult()));
      case FAILED -> failed(report.getFailed());
      case SNOOZED -> new Outcome.Snoozed(duration(report.getSnoozed().getDelay()));
      case RELEASED -> new Outcome.Released();
      case SUSPENDED -> new Outcome.Suspended(suspended(report.getSuspended().getSignal()));
      case OUTCOME_NOT_SET -> new Outcome.Failed("the worker reported no outcome");
    };
  }

  private static Outcome failed(Report.Failed failed) {
    String result = given(failed.getResult());
    if (failed.getForGood()) {
      return new Outcome.FailedForGood(failed.getError(), result);
    }
    return failed.hasRetryAfter()
        ? new Outcome.FailedFor(failed.getError(), duration(failed.getRetryAfter()))
        : new Outcome.Failed(failed.getError(), result);
  }

  /** What stands as the result of a job that did its part of a node by asking for a signal. */
  private static String suspended(String signal) {
    return "{\"suspended\":\""
        + new String(JsonStringEncoder.getInstance().quoteAsString(signal))
        + "\"}";
  }

  static dev.pulse.v1.JobStatus status(JobStatus status) {
    return dev.pulse.v1.JobStatus.valueOf("JOB_STATUS_" + status);
  }

  static JobFilter filter(ListJobsRequest request) {
    JobStatus status =
        request.getStatus() == dev.pulse.v1.JobStatus.JOB_STATUS_UNSPECIFIED
            ? null
            : status(request.getStatus());
    return new JobFilter(given(request.getTopic()), given(request.getName()), status);
  }

  private static JobStatus status(dev.pulse.v1.JobStatus status) {
    if (status == dev.pulse.v1.JobStatus.UNRECOGNIZED) {
      throw JobRefused.invalid("status is not one of " + List.of(JobStatus.values()));
    }
    return JobStatus.valueOf(status.name().substring("JOB_STATUS_".length()));
  }

  static ListJobsResponse page(Page<Job> page) {
    var built = ListJobsResponse.newBuilder();
    page.items().forEach(job -> built.addJobs(job(job)));
    set(page.next(), built::setNextCursor);
    return built.build();
  }

  static dev.pulse.v1.Job job(Job job) {
    var built =
        dev.pulse.v1.Job.newBuilder()
            .setId(job.id().toString())
            .setName(job.name())
            .setTopic(job.topic())
            .setArgs(job.args())
            .setPriority(job.priority())
            .setStatus(status(job.status()))
            .setAttempts(job.attempts())
            .setMaxAttempts(job.maxAttempts())
            .addAllLimits(job.limits())
            .setSubmittedAt(timestamp(job.submittedAt()));
    set(job.lastError(), built::setLastError);
    set(job.result(), built::setResult);
    set(job.lockedBy(), built::setLockedBy);
    set(job.uniqueKey(), built::setUniqueKey);
    set(job.origin().nodeId(), built::setNodeId);
    set(text(job.origin().scheduleId()), built::setScheduleId);
    set(text(job.origin().runId()), built::setRunId);
    setTime(job.leaseUntil(), built::setLeaseUntil);
    setTime(job.nextRunAt(), built::setNextRunAt);
    setTime(job.startedAt(), built::setStartedAt);
    setTime(job.finishedAt(), built::setFinishedAt);
    return built.build();
  }

  static dev.pulse.v1.Attempt attempt(AttemptRecord attempt) {
    var built = dev.pulse.v1.Attempt.newBuilder().setNumber(attempt.number());
    set(attempt.worker(), built::setWorker);
    setTime(attempt.startedAt(), built::setStartedAt);
    setTime(attempt.endedAt(), built::setEndedAt);
    set(attempt.outcome(), built::setOutcome);
    set(attempt.error(), built::setError);
    set(attempt.result(), built::setResult);
    if (attempt.late() != null) {
      var late =
          LateReport.newBuilder()
              .setAt(timestamp(attempt.late().at()))
              .setOutcome(attempt.late().outcome());
      set(attempt.late().result(), late::setResult);
      set(attempt.late().error(), late::setError);
      built.setLate(late);
    }
    return built.build();
  }

  static dev.pulse.v1.TopicCount count(TopicCount count) {
    return dev.pulse.v1.TopicCount.newBuilder()
        .setTopic(count.topic())
        .setStatus(status(count.status()))
        .setCount(count.count())
        .setAtLeast(count.atLeast())
        .build();
  }

  static ExplainJobResponse explanation(Explanation explanation) {
    var built =
        ExplainJobResponse.newBuilder()
            .setId(explanation.id().toString())
            .setStatus(status(explanation.status()));
    explanation
        .reasons()
        .forEach(
            reason ->
                built.addReasons(
                    ExplainJobResponse.Reason.newBuilder()
                        .setCode(reason.code())
                        .setMessage(reason.message())));
    return built.build();
  }

  static DeadFilter dead(dev.pulse.v1.DeadFilter filter) {
    return new DeadFilter(
        given(filter.getName()),
        given(filter.getTopic()),
        filter.hasSince() ? instant(filter.getSince()) : null,
        filter.hasUntil() ? instant(filter.getUntil()) : null);
  }

  static Dispatch dispatch(List<Pause> pauses, Map<String, Duration> aging) {
    var built = Dispatch.newBuilder();
    aging.forEach(
        (topic, each) ->
            built.addAging(Aging.newBuilder().setTopic(topic).setAging(duration(each))));
    for (Pause pause : pauses) {
      var each =
          dev.pulse.v1.Pause.newBuilder()
              .setReason(pause.reason())
              .setActor(pause.actor())
              .setSince(timestamp(pause.since()));
      set(pause.topic(), each::setTopic);
      built.addPauses(each);
    }
    return built.build();
  }

  static UUID uuid(String text) {
    if (!isUuid(text)) {
      throw JobRefused.invalid("id is not a uuid");
    }
    return UUID.fromString(text);
  }

  static @Nullable UUID uuidOrNull(String text) {
    return text.isEmpty() ? null : uuid(text);
  }

  /** Java's own reader takes shorter forms too. By hand: every job has one. */
  static boolean isUuid(String text) {
    if (text.length() != 36) {
      return false;
    }
    for (int at = 0; at < 36; at++) {
      char c = text.charAt(at);
      boolean dash = at == 8 || at == 13 || at == 18 || at == 23;
      if (dash ? c != '-' : c > 'f' || Character.digit(c, 16) < 0) {
        return false;
      }
    }
    return true;
  }

  static @Nullable String given(String text) {
    return text.isEmpty() ? null : text;
  }

  static Duration duration(com.google.protobuf.Duration duration) {
    try {
      return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
    } catch (ArithmeticException e) {
      throw JobRefused.invalid("a duration is out of range");
    }
  }

  static com.google.protobuf.Duration duration(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  static Instant instant(Timestamp time) {
    try {
      return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    } catch (DateTimeException e) {
      throw JobRefused.invalid("a time is out of range");
    }
  }

  static Timestamp timestamp(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  static @Nullable String text(@Nullable UUID id) {
    return id == null ? null : id.toString();
  }

  static void set(@Nullable String value, Consumer<String> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  static void setTime(@Nullable Instant time, Consumer<Timestamp> setter) {
    if (time != null) {
      setter.accept(timestamp(time));
    }
  }
}
