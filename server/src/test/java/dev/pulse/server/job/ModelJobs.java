package dev.pulse.server.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What the kernel should do, in plain Java: one thread, one map, no SQL. Time is in minutes and
 * moves only when told.
 */
final class ModelJobs {
  static final long LEASE = 60;
  static final long RETRY = 60;

  static final class ModelJob {
    final UUID id;
    final long order;
    final String topic;
    final int priority;
    final int maxAttempts;
    final String key;
    final List<String> limits;
    JobStatus status;
    int tries;
    int forgiven;
    long due;
    Long worker;
    final List<String> history = new ArrayList<>();

    ModelJob(UUID id, long order, NewJob job) {
      this.id = id;
      this.order = order;
      this.topic = job.topic();
      this.priority = job.priority();
      this.maxAttempts = job.maxAttempts();
      this.key = job.uniqueKey();
      this.limits = job.limits();
    }

    int attempts() {
      return tries - forgiven;
    }
  }

  final Map<UUID, ModelJob> jobs = new LinkedHashMap<>();
  final Map<Long, Long> leaseUntil = new HashMap<>();
  final Map<String, Integer> maxRunning = new HashMap<>();
  private long now;
  private long order;

  /** Answers the job that stands for it, whether new or not. */
  Submitted submit(UUID id, NewJob job, long delay) {
    if (jobs.containsKey(id)) {
      return new Submitted(id, true);
    }
    for (ModelJob other : jobs.values()) {
      if (job.uniqueKey() != null
          && job.uniqueKey().equals(other.key)
          && !other.status.isFinished()) {
        return new Submitted(other.id, true);
      }
    }
    var made = new ModelJob(id, order++, job);
    made.status = delay > 0 ? JobStatus.SCHEDULED : JobStatus.PENDING;
    made.due = now + delay;
    jobs.put(id, made);
    return new Submitted(id, false);
  }

  private List<ModelJob> pending(String topic) {
    return jobs.values().stream()
        .filter(job -> job.status == JobStatus.PENDING && job.topic.equals(topic))
        .sorted(
            Comparator.<ModelJob>comparingInt(job -> -job.priority)
                .thenComparingLong(job -> job.order))
        .toList();
  }

  /** Whether a job without limits would find others of its kind before it. */
  boolean hasWaiting(String topic) {
    return pending(topic).stream().anyMatch(job -> job.limits.isEmpty());
  }

  ModelJob start(UUID id, long worker) {
    ModelJob job = jobs.get(id);
    job.status = JobStatus.RUNNING;
    job.tries++;
    job.worker = worker;
    return job;
  }

  List<ModelJob> claim(String topic, long worker, int slots) {
    var claimed = new ArrayList<ModelJob>();
    for (ModelJob job : pending(topic)) {
      if (claimed.size() < slots && job.limits.stream().allMatch(this::hasRoom)) {
        claimed.add(start(job.id, worker));
      }
    }
    return claimed;
  }

  long running(String limit) {
    return jobs.values().stream()
        .filter(job -> job.status == JobStatus.RUNNING && job.limits.contains(limit))
        .count();
  }

  private boolean hasRoom(String limit) {
    Integer most = maxRunning.get(limit);
    return most == null || running(limit) < most;
  }

  void register(long worker) {
    leaseUntil.put(worker, now + LEASE);
  }

  boolean beat(long worker) {
    Long until = leaseUntil.get(worker);
    if (until == null || until <= now) {
      return false;
    }
    leaseUntil.put(worker, now + LEASE);
    return true;
  }

  /** Whether the lease was good. */
  boolean report(UUID id, long worker, int fence, Outcome outcome) {
    ModelJob job = jobs.get(id);
    if (job.status != JobStatus.RUNNING || job.worker != worker || job.tries != fence) {
      return false;
    }
    end(job, outcome);
    return true;
  }

  void end(ModelJob job, Outcome outcome) {
    job.history.add(job.attempts() + " " + AttemptOutcome.of(outcome));
    job.worker = null;
    boolean last = job.attempts() >= job.maxAttempts;
    switch (outcome) {
      case Outcome.Succeeded _, Outcome.Suspended _ -> job.status = JobStatus.COMPLETED;
      case Outcome.Canceled _ -> job.status = JobStatus.CANCELED;
      case Outcome.FailedForGood _ -> job.status = JobStatus.DEAD_LETTERED;
      case Outcome.Failed _, Outcome.Lost _ -> {
        job.status = last ? JobStatus.DEAD_LETTERED : JobStatus.RETRYING;
        job.due = now + RETRY;
      }
      case Outcome.FailedFor(_, var delay) -> {
        job.status = last ? JobStatus.DEAD_LETTERED : JobStatus.RETRYING;
        job.due = now + delay.toMinutes();
      }
      case Outcome.Snoozed(var delay) -> {
        job.status = JobStatus.SCHEDULED;
        job.due = now + delay.toMinutes();
        job.forgiven++;
      }
      case Outcome.Released _ -> {
        job.status = JobStatus.PENDING;
        job.forgiven++;
      }
    }
  }

  void advance(long minutes) {
    now += minutes;
  }

  int promote() {
    int moved = 0;
    for (ModelJob job : jobs.values()) {
      boolean waits = job.status == JobStatus.SCHEDULED || job.status == JobStatus.RETRYING;
      if (waits && job.due <= now) {
        job.status = JobStatus.PENDING;
        moved++;
      }
    }
    return moved;
  }

  int reap() {
    leaseUntil.values().removeIf(until -> until < now);
    int reaped = 0;
    for (ModelJob job : jobs.values()) {
      if (job.status == JobStatus.RUNNING && !leaseUntil.containsKey(job.worker)) {
        end(job, new Outcome.Lost());
        reaped++;
      }
    }
    return reaped;
  }

  int leave(long worker) {
    leaseUntil.remove(worker);
    int released = 0;
    for (ModelJob job : jobs.values()) {
      if (job.status == JobStatus.RUNNING && job.worker == worker) {
        end(job, new Outcome.Released());
        released++;
      }
    }
    return released;
  }

  boolean cancel(UUID id) {
    ModelJob job = jobs.get(id);
    if (job.status.isFinished()) {
      return false;
    }
    if (job.status == JobStatus.RUNNING) {
      end(job, new Outcome.Canceled());
    } else {
      job.status = JobStatus.CANCELED;
    }
    return true;
  }

  /** Null: done. */
  JobRefused.Reason retry(UUID id) {
    ModelJob job = jobs.get(id);
    if (job.status != JobStatus.DEAD_LETTERED && job.status != JobStatus.CANCELED) {
      return JobRefused.Reason.ILLEGAL_TRANSITION;
    }
    for (ModelJob other : jobs.values()) {
      if (job.key != null && job.key.equals(other.key) && !other.status.isFinished()) {
        return JobRefused.Reason.KEY_HELD;
      }
    }
    job.status = JobStatus.PENDING;
    job.forgiven = job.tries;
    return null;
  }
}
