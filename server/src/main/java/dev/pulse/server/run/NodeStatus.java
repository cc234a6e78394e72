package dev.pulse.server.run;

import java.util.Locale;

/** Where a node stands (N2). */
public enum NodeStatus {
  /** Nodes before it are not done. */
  PENDING,
  /** Its job is under way. */
  READY,
  /** A worker has its job: told only to readers, who look at the job. */
  RUNNING,
  WAITING,
  COMPLETED,
  FAILED,
  /** Never started, because another node failed. */
  SKIPPED,
  CANCELED;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static NodeStatus of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
