package dev.pulse.server.job;

import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Passes the ends of watched jobs on to the watcher of runs and to that of slings. */
final class Watch {
  static final Sql ORIGINS =
      Sql.of("SELECT seq, id, run_id, node_id FROM pulse.job WHERE seq = ANY(:jobs)");

  /** The fence alone tells the attempt: it grows with every start, whoever the worker is by now. */
  static final Sql HOLD =
      Sql.of(
          """
          SELECT j.id, j.run_id, j.node_id
          FROM pulse.running r
          CROSS JOIN LATERAL (SELECT id, run_id, node_id FROM pulse.job WHERE seq = r.seq OFFSET 0) j
          WHERE r.seq = :job AND r.tries = :fence FOR UPDATE OF r
          """);

  private volatile Watcher ofRuns = Watcher.NOBODY;
  private volatile Watcher ofSlings = Watcher.NOBODY;

  /** How one attempt of a watched job ended. */
  record End(long job, Outcome outcome, JobStatus status, @Nullable Note note) {}

  void runsBy(Watcher only) {
    ofRuns = only;
  }

  void slingsBy(Watcher only) {
    ofSlings = only;
  }

  private Watcher watcher(NewJob.Origin origin) {
    return origin.runId() == null ? ofSlings : ofRuns;
  }

  /** Which of these dead or canceled jobs may start over. */
  Set<UUID> revived(Connection connection, List<Watcher.Watched> jobs) throws SQLException {
    var welcome = new HashSet<UUID>();
    for (var each : by(jobs, Watcher.Watched::origin).entrySet()) {
      welcome.addAll(each.getKey().revived(connection, each.getValue()));
    }
    return welcome;
  }

  /** What handlers of nodes are given beside their args. */
  Map<UUID, String> contexts(Collection<UUID> nodes) {
    return ofRuns.contexts(nodes);
  }

  List<Explanation.Reason> explain(Job job) {
    return watcher(job.origin()).explain(job);
  }

  private <T> Map<Watcher, List<T>> by(List<T> all, Function<T, NewJob.Origin> origin) {
    return all.stream().collect(Collectors.groupingBy(each -> watcher(origin.apply(each))));
  }

  /** Tells of what ended for good, and of whatever left a note. */
  void ended(Connection connection, List<End> ends) throws SQLException {
    List<End> telling =
        ends.stream().filter(end -> end.status().isFinished() || end.note() != null).toList();
    if (telling.isEmpty()) {
      return;
    }
    Map<Long, Watcher.Watched> jobs =
        origins(connection, telling.stream().mapToLong(End::job).toArray());
    var ended = new ArrayList<Watcher.Ended>();
    for (End end : telling) {
      Watcher.Watched job = jobs.get(end.job());
      if (job != null) {
        String error = AttemptOutcome.error(end.outcome());
        ended.add(new Watcher.Ended(job, end.outcome(), end.status(), error, end.note()));
      }
    }
    for (var each : by(ended, end -> end.job().origin()).entrySet()) {
      each.getKey().ended(connection, each.getValue());
    }
  }

  Map<Long, Watcher.Watched> origins(Connection connection, long[] jobs) throws SQLException {
    var found = new HashMap<Long, Watcher.Watched>();
    ORIGINS
        .on(connection)
        .set("jobs", jobs)
        .list(
            row ->
                found.put(
                    row.number("seq"),
                    new Watcher.Watched(
                        row.uuid("id"),
                        new NewJob.Origin(
                            null, row.uuidOrNull("run_id"), row.textOrNull("node_id")))));
    return found;
  }

  Optional<Watcher.Watched> hold(Connection connection, long job, int fence) throws SQLException {
    return HOLD.on(connection)
        .set("job", job)
        .set("fence", fence)
        .first(
            row ->
                new Watcher.Watched(
                    row.uuid("id"),
                    new NewJob.Origin(null, row.uuidOrNull("run_id"), row.textOrNull("node_id"))));
  }
}
