package dev.pulse.internal;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** A hold on one job, by way of the client that made it. */
record Handle(Client client, UUID id, boolean existing) implements JobHandle {
  @Override
  public Job get() {
    return client.job(id);
  }

  @Override
  public Job await(Duration atMost) {
    return client.await(id, atMost);
  }

  @Override
  public Job cancel() {
    return client.cancel(id);
  }

  @Override
  public <T> Optional<T> result(Class<T> type) {
    Job job = get();
    if (job.status() != JobStatus.COMPLETED) {
      throw new PulseException(
          Code.CONFLICT, "job %s is %s and has no result".formatted(id, job.status()), null);
    }
    Json result = job.result();
    return result == null ? Optional.empty() : Optional.ofNullable(client.read(result, type));
  }

  @Override
  public String toString() {
    return "job " + id;
  }
}
