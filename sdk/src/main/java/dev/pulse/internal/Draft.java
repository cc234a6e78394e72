package dev.pulse.internal;

import dev.pulse.Backoff;
import dev.pulse.JobOptions;
import dev.pulse.JobRequest;
import dev.pulse.Tracing;
import dev.pulse.v1.NewJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;

/** A job being put together. Its id is chosen here, before the first try to submit it. */
final class Draft implements JobOptions {
  private final NewJob.Builder job = NewJob.newBuilder();
  private boolean idOfCaller;

  private Draft(String name) {
    job.setName(name);
  }

  static Draft of(JobRequest request, JobIds ids, Codec codec, Tracing tracing) {
    Draft draft = filled(request, codec);
    if (!draft.idOfCaller) {
      draft.job.setId(ids.next().toString());
    }
    if (draft.job.getTraceparent().isEmpty()) {
      tracing.traceparent().ifPresent(draft.job::setTraceparent);
    }
    return draft;
  }

  /** A job that is kept to be submitted later, each time under another id. */
  static NewJob template(JobRequest request, Codec codec) {
    return filled(request, codec).job();
  }

  private static Draft filled(JobRequest request, Codec codec) {
    Draft draft = new Draft(request.name());
    Object args = request.args();
    if (args != null) {
      draft.job.setArgs(codec.write(args));
    }
    request.options().accept(draft);
    return draft;
  }

  NewJob job() {
    return job.build();
  }

  /** Whether the job might have been there before the first try: nobody else knows our own ids. */
  boolean found(boolean existing, String id) {
    return existing && (idOfCaller || !id.equals(job.getId()));
  }

  @Override
  public JobOptions id(UUID id) {
    job.setId(id.toString());
    idOfCaller = true;
    return this;
  }

  @Override
  public JobOptions topic(String topic) {
    job.setTopic(topic);
    return this;
  }

  @Override
  public JobOptions priority(int priority) {
    job.setPriority(priority);
    return this;
  }

  @Override
  public JobOptions maxAttempts(int maxAttempts) {
    if (maxAttempts < 1) {
      // On the wire 0 means the default, which is not what somebody who wrote 0 asked for.
      throw new IllegalArgumentException("maxAttempts is at least 1, not " + maxAttempts);
    }
    job.setMaxAttempts(maxAttempts);
    return this;
  }

  @Override
  public JobOptions delay(Duration delay) {
    job.setDelay(ToWire.duration(delay));
    return this;
  }

  @Override
  public JobOptions at(Instant time) {
    job.setAt(ToWire.timestamp(time));
    return this;
  }

  @Override
  public JobOptions uniqueKey(String key) {
    job.setUniqueKey(key);
    return this;
  }

  @Override
  public JobOptions limits(String... names) {
    job.addAllLimits(Arrays.asList(names));
    return this;
  }

  @Override
  public JobOptions backoff(Backoff backoff) {
    job.setBackoff(ToWire.backoff(backoff));
    return this;
  }

  @Override
  public JobOptions traceparent(String traceparent) {
    job.setTraceparent(traceparent);
    return this;
  }
}
