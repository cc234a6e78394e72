package dev.pulse.internal;

import dev.pulse.v1.Lease;
import dev.pulse.v1.Report;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One lease this worker holds, from its assignment until its report is acknowledged. */
final class Held {
  private final Execution execution;
  private Lease lease;
  private @Nullable Report report;
  private boolean lost;

  Held(Lease lease, Execution execution) {
    this.lease = lease;
    this.execution = execution;
  }

  Execution execution() {
    return execution;
  }

  Lease lease() {
    return lease;
  }

  /** Goes on under a lease that a new connection gave it. */
  void renew(Lease renewed) {
    lease = renewed;
  }

  boolean isReported() {
    return report != null;
  }

  void report(Report outcome) {
    report = outcome;
  }

  /** Whether its lease is that worker's and its report says no more than that it is done. */
  boolean isDoneFor(long worker) {
    return report != null
        && report.hasDone()
        && report.getDone().getResult().isEmpty()
        && !report.hasStage()
        && lease.getWorker() == worker
        && !lost;
  }

  /** The report as it goes out, under the lease of the day. */
  Report outgoing() {
    return Objects.requireNonNull(report, "no report yet").toBuilder().setLease(lease).build();
  }

  boolean isLost() {
    return lost;
  }

  void lose() {
    lost = true;
  }
}
