package dev.pulse.server.sling;

import java.time.Instant;
import java.util.List;

/**
 * Tasks whose completion is tracked together.
 *
 * @param automatic made by a sling
 * @param members only of one convoy, not in lists
 */
public record Convoy(
    String id,
    String title,
    boolean automatic,
    int total,
    int closed,
    List<Member> members,
    Instant createdAt,
    String createdBy) {

  /** One of its tasks. */
  public record Member(String task, String title, String status) {}

  /** Whether every member is closed. */
  public boolean isDone() {
    return closed == total;
  }
}
