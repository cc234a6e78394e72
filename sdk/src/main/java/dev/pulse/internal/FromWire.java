package dev.pulse.internal;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.pulse.Attempt;
import dev.pulse.Explanation;
import dev.pulse.Job;
import dev.pulse.JobPage;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import dev.pulse.Pause;
import dev.pulse.TopicCount;
import dev.pulse.v1.Dispatch;
import dev.pulse.v1.ExplainJobResponse;
import dev.pulse.v1.ListJobsResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the wire carries as the SDK's values. What the wire leaves empty is null here. */
final class FromWire {
  private FromWire() {}

  static Job job(dev.pulse.v1.Job job) {
    return new Job(
        UUID.fromString(job.getId()),
        job.getName(),
        job.getTopic(),
        Json.of(job.getArgs()),
        job.getPriority(),
        status(job.getStatus()),
        job.getAttempts(),
        job.getMaxAttempts(),
        text(job.getLastError()),
        json(job.getResult()),
        text(job.getLockedBy()),
        job.hasLeaseUntil() ? instant(job.getLeaseUntil()) : null,
        job.hasNextRunAt() ? instant(job.getNextRunAt()) : null,
        uuid(job.getScheduleId()),
        uuid(job.getRunId()),
        text(job.getNodeId()),
        job.getLimitsList(),
        text(job.getUniqueKey()),
        instant(job.getSubmittedAt()),
        job.hasStartedAt() ? instant(job.getStartedAt()) : null,
        job.hasFinishedAt() ? instant(job.getFinishedAt()) : null);
  }

  static JobPage page(ListJobsResponse page) {
    return new JobPage(
        page.getJobsList().stream().map(FromWire::job).toList(), text(page.getNextCursor()));
  }

  static Attempt attempt(dev.pulse.v1.Attempt attempt) {
    return new Attempt(
        attempt.getNumber(),
        attempt.getWorker(),
        instant(attempt.getStartedAt()),
        attempt.hasEndedAt() ? instant(attempt.getEndedAt()) : null,
        text(attempt.getOutcome()),
        text(attempt.getError()),
        json(attempt.getResult()),
        attempt.hasLate() ? late(attempt.getLate()) : null);
  }

  private static Attempt.LateReport late(dev.pulse.v1.LateReport late) {
    return new Attempt.LateReport(
        instant(late.getAt()), late.getOutcome(), json(late.getResult()), text(late.getError()));
  }

  static TopicCount count(dev.pulse.v1.TopicCount count) {
    return new TopicCount(
        count.getTopic(), status(count.getStatus()), count.getCount(), count.getAtLeast());
  }

  static Map<String, java.time.Duration> aging(Dispatch dispatch) {
    var aging = new TreeMap<String, java.time.Duration>();
    dispatch.getAgingList().forEach(each -> aging.put(each.getTopic(), duration(each.getAging())));
    return aging;
  }

  static List<Pause> pauses(Dispatch dispatch) {
    return dispatch.getPausesList().stream()
        .map(
            pause ->
                new Pause(
                    text(pause.getTopic()),
                    pause.getReason(),
                    pause.getActor(),
                    instant(pause.getSince())))
        .toList();
  }

  static Explanation explanation(ExplainJobResponse explained) {
    return new Explanation(
        UUID.fromString(explained.getId()),
        status(explained.getStatus()),
        explained.getReasonsList().stream()
            .map(reason -> new Explanation.Reason(reason.getCode(), reason.getMessage()))
            .toList());
  }

  static JobStatus status(dev.pulse.v1.JobStatus status) {
    return switch (status) {
      case JOB_STATUS_SCHEDULED -> JobStatus.SCHEDULED;
      case JOB_STATUS_PENDING -> JobStatus.PENDING;
      case JOB_STATUS_RUNNING -> JobStatus.RUNNING;
      case JOB_STATUS_RETRYING -> JobStatus.RETRYING;
      case JOB_STATUS_COMPLETED -> JobStatus.COMPLETED;
      case JOB_STATUS_DEAD_LETTERED -> JobStatus.DEAD_LETTERED;
      case JOB_STATUS_CANCELED -> JobStatus.CANCELED;
      case JOB_STATUS_UNSPECIFIED, UNRECOGNIZED -> JobStatus.UNKNOWN;
    };
  }

  static Instant instant(Timestamp time) {
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
  }

  static java.time.Duration duration(Duration duration) {
    return java.time.Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }

  static @Nullable String text(String text) {
    return text.isEmpty() ? null : text;
  }

  private static @Nullable Json json(String text) {
    return text.isEmpty() ? null : Json.of(text);
  }

  private static @Nullable UUID uuid(String text) {
    return text.isEmpty() ? null : UUID.fromString(text);
  }
}
