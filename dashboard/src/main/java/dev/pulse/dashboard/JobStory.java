package dev.pulse.dashboard;

import dev.pulse.Attempt;
import dev.pulse.Explanation;
import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One job: what was asked, what was tried, what came of it, and why it is not running. */
final class JobStory implements Page {
  private final LogTails logs = new LogTails();

  /**
   * What the template draws.
   *
   * @param reasons why it is not running, or who has it; empty when it is over
   * @param attempts the latest first
   * @param log what the latest attempt wrote; null when there was none
   */
  record View(
      Job job,
      List<Explanation.Reason> reasons,
      List<Attempt> attempts,
      LogTail.@Nullable Seen log) {

    boolean mayCancel() {
      return !job.status().isFinished();
    }

    boolean mayRetry() {
      return job.status() == JobStatus.DEAD_LETTERED || job.status() == JobStatus.CANCELED;
    }

    boolean hasFailed() {
      return job.lastError() != null && job.status() != JobStatus.COMPLETED;
    }

    /** Whether there is nothing to tell above everything else. */
    boolean isQuiet() {
      return reasons.isEmpty() && !hasFailed();
    }

    boolean isAlarming() {
      return reasons.stream()
          .anyMatch(reason -> !reason.code().equals("running") && !reason.code().equals("not_due"));
    }

    boolean logs() {
      return log != null && (!log.text().isEmpty() || !log.over());
    }

    /** The class of an attempt on the timeline. */
    String tone(Attempt attempt) {
      if (attempt.outcome() == null) {
        return "busy";
      }
      return switch (attempt.outcome()) {
        case "SUCCEEDED" -> "good";
        case "SNOOZED", "RELEASED", "CANCELED" -> "";
        default -> "bad";
      };
    }
  }

  @Override
  public void on(Site site) {
    site.show("/jobs/{id}", this::story)
        .act("/jobs/{id}/cancel", JobStory::cancel)
        .act("/jobs/{id}/retry", JobStory::retry);
  }

  @Override
  public void close() {
    logs.close();
  }

  private Screen story(Visit visit) {
    UUID id = visit.id("id");
    Pulse pulse = visit.pulse();
    Job job = pulse.job(id);
    List<Attempt> attempts = pulse.attempts(id).reversed();
    List<Explanation.Reason> reasons =
        job.status().isFinished() ? List.of() : pulse.explain(id).reasons();
    LogTail.Seen log = attempts.isEmpty() ? null : logs.of(pulse, id, attempts.getFirst().number());
    return new Screen(Text.brief(job.name()), "job", new View(job, reasons, attempts, log));
  }

  private static Done cancel(Visit visit) {
    Job job = visit.pulse().cancel(visit.id("id"));
    return Done.of(
        job.status() == JobStatus.CANCELED
            ? "Job %s is canceled.".formatted(Text.brief(job.name()))
            : "Job %s is told to stop.".formatted(Text.brief(job.name())));
  }

  private static Done retry(Visit visit) {
    Job job = visit.pulse().retry(visit.id("id"));
    return Done.of("Job %s starts over.".formatted(Text.brief(job.name())));
  }

  /** What a list tells of it beside its state. */
  static String note(Job job) {
    if (job.status() == JobStatus.RUNNING) {
      return job.lockedBy() == null ? "" : job.lockedBy();
    }
    return job.lastError() == null || job.status() == JobStatus.COMPLETED ? "" : job.lastError();
  }
}
