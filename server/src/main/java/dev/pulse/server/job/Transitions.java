package dev.pulse.server.job;

import dev.pulse.server.job.Outcome.Canceled;
import dev.pulse.server.job.Outcome.Failed;
import dev.pulse.server.job.Outcome.FailedForGood;
import dev.pulse.server.job.Outcome.Lost;
import dev.pulse.server.job.Outcome.Released;
import dev.pulse.server.job.Outcome.Snoozed;
import dev.pulse.server.job.Outcome.Succeeded;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The one place that decides where a running job goes when its attempt ends. Pure and total. */
final class Transitions {
  private Transitions() {}

  /** The attempt that ended: its number as users count, and how many there may be. */
  record Attempt(int number, int max) {
    boolean isLast() {
      return number >= max;
    }
  }

  /** Where the job goes. */
  sealed interface Next {
    JobStatus status();

    /** It is over. */
    record Finish(JobStatus status, @Nullable String result, @Nullable String error)
        implements Next {}

    /** It waits; {@code forgiven} tells whether this attempt counts. */
    record Wait(JobStatus status, Duration delay, boolean forgiven) implements Next {}
  }

  static final String LOST = "the worker's lease lapsed";

  /** {@code chance} in [0, 1) is the jitter's dice. */
  static Next next(Attempt attempt, Outcome outcome, Backoff backoff, double chance) {
    return switch (outcome) {
      case Succeeded(var result) -> new Next.Finish(JobStatus.COMPLETED, result, null);
      case Snoozed(var delay) -> new Next.Wait(JobStatus.SCHEDULED, delay, true);
      case Released _ -> new Next.Wait(JobStatus.PENDING, Duration.ZERO, true);
      case FailedForGood(var error, _) -> new Next.Finish(JobStatus.DEAD_LETTERED, null, error);
      case Failed(var error, _) -> failed(attempt, error, backoff, chance);
      case Lost _ -> failed(attempt, LOST, backoff, chance);
      case Canceled _ -> new Next.Finish(JobStatus.CANCELED, null, null);
    };
  }

  private static Next failed(Attempt attempt, String error, Backoff backoff, double chance) {
    return attempt.isLast()
        ? new Next.Finish(JobStatus.DEAD_LETTERED, null, error)
        : new Next.Wait(JobStatus.RETRYING, backoff.after(attempt.number(), chance), false);
  }
}
