package dev.pulse.internal;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.pulse.Backoff;
import dev.pulse.DeadFilter;
import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import dev.pulse.v1.ListJobsRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The SDK's values as the wire carries them. */
final class ToWire {
  private ToWire() {}

  static Duration duration(java.time.Duration duration) {
    return Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  static Timestamp timestamp(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  static dev.pulse.v1.Backoff backoff(Backoff backoff) {
    return dev.pulse.v1.Backoff.newBuilder()
        .setBase(duration(backoff.base()))
        .setFactor(backoff.factor())
        .setCap(duration(backoff.cap()))
        .setJitter(backoff.jitter())
        .build();
  }

  static ListJobsRequest list(JobFilter filter) {
    return ListJobsRequest.newBuilder()
        .setTopic(orEmpty(filter.topic()))
        .setName(orEmpty(filter.name()))
        .setStatus(status(filter.status()))
        .setLimit(filter.pageSize())
        .setCursor(orEmpty(filter.cursor()))
        .build();
  }

  static dev.pulse.v1.DeadFilter dead(DeadFilter filter) {
    var wire =
        dev.pulse.v1.DeadFilter.newBuilder()
            .setName(orEmpty(filter.name()))
            .setTopic(orEmpty(filter.topic()));
    Instant since = filter.since();
    if (since != null) {
      wire.setSince(timestamp(since));
    }
    Instant until = filter.until();
    if (until != null) {
      wire.setUntil(timestamp(until));
    }
    return wire.build();
  }

  private static dev.pulse.v1.JobStatus status(@Nullable JobStatus status) {
    return status == null
        ? dev.pulse.v1.JobStatus.JOB_STATUS_UNSPECIFIED
        : dev.pulse.v1.JobStatus.valueOf("JOB_STATUS_" + status.name());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
