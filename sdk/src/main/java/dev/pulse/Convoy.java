package dev.pulse;

import java.time.Instant;
import java.util.List;

/**
 * Tasks whose completion is tracked together.
 *
 * @param id what {@link Scheduler#sling} takes to sling its members
 * @param title one line
 * @param automatic whether a sling made it
 * @param total how many tasks it has
 * @param closed how many of them are closed
 * @param done whether all are
 * @param members its tasks; empty in lists
 * @param createdAt when it was made
 * @param createdBy by whom
 */
public record Convoy(
    String id,
    String title,
    boolean automatic,
    int total,
    int closed,
    boolean done,
    List<Member> members,
    Instant createdAt,
    String createdBy) {
  /** Holds its own copy of the members. */
  public Convoy {
    members = List.copyOf(members);
  }

  /**
   * One of its tasks.
   *
   * @param task its id
   * @param title its title
   * @param status where it stands
   */
  public record Member(String task, String title, String status) {}
}
