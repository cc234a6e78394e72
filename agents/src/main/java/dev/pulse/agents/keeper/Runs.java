package dev.pulse.agents.keeper;

import dev.pulse.Attempt;
import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Json;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.PulseTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs of standing agents: each an ordinary job, submitted once however often it is asked for, and
 * waited for. It waits for a slot as long as it must; its wall clock starts when it starts (K7).
 */
final class Runs {
  private static final Duration FIRST_LOOK = Duration.ofSeconds(1);

  private final Pulse pulse;
  private final Surface surface;
  private final KeeperConfig config;
  private final InstantSource clock;
  private volatile boolean capped;

  Runs(Surface surface, KeeperConfig config, InstantSource clock) {
    this.pulse = surface.pulse();
    this.surface = surface;
    this.config = config;
    this.clock = clock;
  }

  /**
   * What is to be run.
   *
   * @param limits what it counts against
   */
  record Order(String name, String topic, Map<String, ?> args, List<String> limits) {}

  /** Blocks until the job has ended, however long the server is away meanwhile. */
  Verdict run(UUID id, Order order) throws InterruptedException {
    try {
      return await(submit(id, order));
    } catch (PulseException e) {
      if (e.code() == Code.INTERRUPTED) {
        throw interrupted(e);
      }
      return new Verdict(Outcome.FAILED, String.valueOf(e.getMessage()));
    }
  }

  private JobHandle submit(UUID id, Order order) throws InterruptedException {
    while (true) {
      try {
        cap();
        return pulse.submit(
            order.name(),
            order.args(),
            options ->
                options
                    .id(id)
                    .topic(order.topic())
                    .maxAttempts(1)
                    .limits(order.limits().toArray(String[]::new)));
      } catch (PulseException e) {
        if (!isPassing(e)) {
          throw e;
        }
        Thread.sleep(shorter(FIRST_LOOK, config.look()));
      }
    }
  }

  /** Before the first run, so that there is no moment without a cap. */
  private void cap() {
    if (!capped) {
      surface.cap(Orders.LIMIT, config.slots());
      capped = true;
    }
  }

  private Verdict await(JobHandle job) throws InterruptedException {
    Duration look = shorter(FIRST_LOOK, config.look());
    @Nullable Instant since = null;
    while (true) {
      Job now = look(job, look);
      if (now == null) {
        continue;
      }
      if (now.status().isFinished()) {
        return judged(now);
      }
      if (now.status() != JobStatus.RUNNING) {
        since = null;
        look = shorter(look.multipliedBy(2), config.look());
        continue;
      }
      since = since == null ? clock.instant() : since;
      Duration left = Duration.between(clock.instant(), since.plus(config.wallClock()));
      if (!left.isPositive() && kill(job)) {
        return new Verdict(Outcome.KILLED, "it ran longer than " + config.wallClock());
      }
      look = left.isPositive() ? shorter(left, config.look()) : FIRST_LOOK;
    }
  }

  /** The job after that time or when it has ended; null when nobody can tell. */
  private @Nullable Job look(JobHandle job, Duration atMost) throws InterruptedException {
    try {
      return job.await(atMost);
    } catch (PulseTimeoutException e) {
      return looked(job);
    } catch (PulseException e) {
      if (!isPassing(e)) {
        throw e;
      }
      Thread.sleep(atMost);
      return null;
    }
  }

  private static @Nullable Job looked(JobHandle job) {
    try {
      return job.get();
    } catch (PulseException e) {
      if (!isPassing(e)) {
        throw e;
      }
      return null;
    }
  }

  /** False when it ended by itself in the last moment, or nobody was there to be told. */
  private static boolean kill(JobHandle job) {
    try {
      job.cancel();
      return true;
    } catch (PulseException e) {
      if (e.code() != Code.CONFLICT && !isPassing(e)) {
        throw e;
      }
      return false;
    }
  }

  private Verdict judged(Job job) {
    @Nullable Json failure = null;
    if (job.status() == JobStatus.DEAD_LETTERED) {
      List<Attempt> attempts = pulse.attempts(job.id());
      failure = attempts.isEmpty() ? null : attempts.getLast().result();
    }
    return Verdict.of(job, failure);
  }

  private static boolean isPassing(PulseException e) {
    return e.code() == Code.UNREACHABLE || e.code() == Code.TIMEOUT;
  }

  private static InterruptedException interrupted(PulseException cause) {
    Thread.interrupted(); // told by the exception from here on
    var told = new InterruptedException(cause.getMessage());
    told.initCause(cause);
    return told;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
