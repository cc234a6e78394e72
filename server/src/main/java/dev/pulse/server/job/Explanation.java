package dev.pulse.server.job;

import java.util.List;
import java.util.UUID;

/** Why a job is not running, or who runs it (J14). */
public record Explanation(UUID id, JobStatus status, List<Reason> reasons) {
  /** One reason: a code for programs, a sentence for people. */
  public record Reason(String code, String message) {}
}
