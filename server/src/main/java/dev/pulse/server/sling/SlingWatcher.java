package dev.pulse.server.sling;

import dev.pulse.server.job.Explanation;
import dev.pulse.server.job.Job;
import dev.pulse.server.job.JobStatus;
import dev.pulse.server.job.Watcher;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Carries the end of a sling's job over to its task, in the transaction that ends it: work that
 * succeeded closes the task, anything else leaves it open and says why.
 */
final class SlingWatcher implements Watcher {
  static final Sql ENDED =
      Sql.of(
          """
          UPDATE pulse.sling SET ended_at = now(), outcome = :outcome,
            last_failure = coalesce(:failure::text, last_failure)
          WHERE id = :job AND reason = 'dispatched' AND ended_at IS NULL
          RETURNING task
          """);

  static final Sql CLOSE =
      Sql.of(
          """
          UPDATE pulse.task
          SET status = 'closed', closed_at = now(), close_reason = 'done', updated_at = now()
          WHERE id = ANY(:tasks) AND status <> 'closed'
          RETURNING id
          """);

  /** A task that is closed, or is somebody else's by now, is not taken up again. */
  static final Sql REVIVE =
      Sql.of(
          """
          UPDATE pulse.sling s SET ended_at = NULL, outcome = NULL
          WHERE s.id = :job AND s.outcome IN ('failed', 'canceled')
            AND EXISTS (SELECT FROM pulse.task t WHERE t.id = s.task AND t.status <> 'closed')
            AND NOT EXISTS (SELECT FROM pulse.sling o WHERE o.task = s.task AND o.number > s.number
              AND (o.closed_at IS NULL OR o.reason = 'dispatched'))
          """);

  static final Sql TASK =
      Sql.of(
          """
          SELECT s.task, t.title FROM pulse.sling s JOIN pulse.task t ON t.id = s.task
          WHERE s.id = :job
          """);

  private final Database database;
  private final Runnable wake;

  SlingWatcher(Database database, Runnable wake) {
    this.database = database;
    this.wake = wake;
  }

  @Override
  public void ended(Connection transaction, List<Ended> attempts) throws SQLException {
    var done = new TreeSet<String>();
    List<Ended> over =
        attempts.stream()
            .filter(attempt -> attempt.status().isFinished())
            .sorted(Comparator.comparing(attempt -> attempt.job().id()))
            .toList();
    for (Ended attempt : over) {
      String outcome = outcome(attempt.status());
      List<String> tasks =
          ENDED
              .on(transaction)
              .set("job", attempt.job().id())
              .set("outcome", outcome)
              .set("failure", failure(attempt, outcome))
              .list(row -> row.text("task"));
      if (outcome.equals("completed")) {
        done.addAll(tasks);
      }
    }
    if (!done.isEmpty()) {
      close(transaction, done);
    }
    if (!over.isEmpty()) {
      Database.afterCommit(wake);
    }
  }

  private static String outcome(JobStatus status) {
    return switch (status) {
      case COMPLETED -> "completed";
      case CANCELED -> "canceled";
      case DEAD_LETTERED, RETRYING, SCHEDULED, PENDING, RUNNING -> "failed";
    };
  }

  private static @Nullable String failure(Ended attempt, String outcome) {
    return switch (outcome) {
      case "completed" -> null;
      case "canceled" -> "its job was canceled";
      default -> attempt.error();
    };
  }

  private static void close(Connection transaction, Collection<String> tasks) throws SQLException {
    Blocking.hold(transaction, tasks);
    List<String> closed =
        CLOSE
            .on(transaction)
            .set("tasks", tasks.toArray(String[]::new))
            .list(row -> row.text("id"));
    Blocking.closed(transaction, closed);
  }

  @Override
  public Set<UUID> revived(Connection transaction, List<Watched> jobs) throws SQLException {
    var welcome = new HashSet<UUID>();
    for (UUID job : jobs.stream().map(Watched::id).sorted().toList()) {
      if (REVIVE.on(transaction).set("job", job).update() == 1) {
        welcome.add(job);
      }
    }
    return welcome;
  }

  @Override
  public Map<UUID, String> contexts(Collection<UUID> jobs) {
    return Map.of();
  }

  @Override
  public List<Explanation.Reason> explain(Job job) {
    var reasons = new ArrayList<Explanation.Reason>();
    if (job.name().equals("agent")) {
      database.call(
          connection ->
              TASK.on(connection)
                  .set("job", job.id())
                  .list(
                      row ->
                          reasons.add(
                              new Explanation.Reason(
                                  "task",
                                  "It is the work on task %s, %s."
                                      .formatted(row.text("task"), row.text("title"))))));
    }
    return reasons;
  }
}
