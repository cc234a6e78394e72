package dev.pulse.server.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whoever made a job as a part of something larger, and has to change that in the same transaction.
 * Only jobs with a run or a sling as their origin are watched; the others pay nothing. Calls come
 * with the jobs' rows locked, so a watcher that takes locks of its own must never wait for a job's
 * row while it holds them.
 */
public interface Watcher {
  /** A watched job. */
  record Watched(UUID id, NewJob.Origin origin) {}

  /**
   * An attempt that ended for good, or that left a note.
   *
   * @param status where the job stands now
   * @param error why it failed, if it did
   */
  record Ended(
      Watched job,
      Outcome outcome,
      JobStatus status,
      @Nullable String error,
      @Nullable Note note) {}

  /** Attempts ended, in this transaction. */
  void ended(Connection transaction, List<Ended> attempts) throws SQLException;

  /** Dead or canceled jobs are to start over in this transaction; answers which of them may. */
  Set<UUID> revived(Connection transaction, List<Watched> jobs) throws SQLException;

  /** What the handlers of these jobs are given beside their args: JSON by job. */
  Map<UUID, String> contexts(Collection<UUID> jobs);

  /** What there is to say about the job beyond its own state. */
  List<Explanation.Reason> explain(Job job);

  /** Nobody: what is watched goes its way unseen. */
  Watcher NOBODY =
      new Watcher() {
        @Override
        public void ended(Connection transaction, List<Ended> attempts) {}

        @Override
        public Set<UUID> revived(Connection transaction, List<Watched> jobs) {
          return Set.of();
        }

        @Override
        public Map<UUID, String> contexts(Collection<UUID> jobs) {
          return Map.of();
        }

        @Override
        public List<Explanation.Reason> explain(Job job) {
          return List.of();
        }
      };
}
