package dev.pulse.server.run;

import dev.pulse.server.job.Explanation;
import dev.pulse.server.job.Job;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Watcher;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Carries the ends of nodes' jobs over to their runs, in the transaction that ends them. */
final class NodeWatcher implements Watcher {
  /**
   * What a stage is given: the signals it asked for in this round, the results of the nodes before
   * it, and what it and the run remember. JSON goes in as text, so it comes out to the byte.
   */
  static final Sql CONTEXTS =
      Sql.of(
          """
          SELECT j.id, json_build_object('run_id', n.run_id, 'node_id', n.node_id,
            'signals', (SELECT coalesce(json_agg(json_build_object('signal', w.signal,
                'wait_id', w.id, 'status', w.status, 'delivered_by', w.delivered_by,
                'ended_at', w.ended_at, 'payload', w.payload::text)), '[]')
              FROM (SELECT DISTINCT ON (signal) * FROM pulse.wait
                WHERE run_id = n.run_id AND node_id = n.node_id AND round = r.round
                ORDER BY signal, id DESC) w),
            'results', (SELECT coalesce(json_object_agg(p.node_id, p.result::text), '{}')
              FROM pulse.run_node p
              WHERE p.run_id = n.run_id AND p.node_id = ANY(n.after) AND p.status = 'completed'),
            'memory', (SELECT coalesce(json_agg(json_build_object('shared', m.scope = '',
                'key', m.key, 'revision', m.revision, 'value', m.value::text)), '[]')
              FROM pulse.run_memory m
              WHERE m.run_id = n.run_id AND m.scope IN ('', n.node_id)))::text AS context
          FROM pulse.job j
          CROSS JOIN LATERAL (SELECT * FROM pulse.run_node
            WHERE run_id = j.run_id AND node_id = j.node_id OFFSET 0) n
          CROSS JOIN LATERAL (SELECT round FROM pulse.run WHERE id = j.run_id OFFSET 0) r
          WHERE j.id = ANY(:jobs)
          """);

  private final Database database;
  private final RunStore store;
  private final Explaining explaining;

  NodeWatcher(Database database, RunStore store, Explaining explaining) {
    this.database = database;
    this.store = store;
    this.explaining = explaining;
  }

  @Override
  public void ended(Connection transaction, List<Ended> attempts) throws SQLException {
    var asked = attempts.stream().map(Ended::job).collect(Collectors.toSet());
    boolean notes = attempts.stream().anyMatch(attempt -> attempt.note() != null);
    Map<UUID, RunState> runs =
        store.lock(transaction, runsOf(asked), notes ? RunStore.Waits.ALL : RunStore.Waits.PENDING);
    var memory = new Memory();
    memory.load(
        transaction,
        attempts.stream()
            .filter(attempt -> note(attempt).isShared())
            .map(attempt -> attempt.job().origin().runId())
            .distinct()
            .toList());
    for (Ended attempt : attempts) {
      RunState run = runs.get(attempt.job().origin().runId());
      if (run != null) {
        run.under(attempt.job().id(), attempt.job().origin().nodeId())
            .ifPresent(node -> ended(run, node, attempt, memory));
      }
    }
    memory.save(transaction);
    store.save(transaction, runs.values());
  }

  private static Set<UUID> runsOf(Collection<Watched> jobs) {
    var runs = new HashSet<UUID>();
    jobs.forEach(job -> runs.add(job.origin().runId()));
    return runs;
  }

  private static StageNote note(Ended attempt) {
    return attempt.note() instanceof StageNote note ? note : StageNote.EMPTY;
  }

  private static void ended(RunState run, NodeState node, Ended attempt, Memory memory) {
    StageNote note = note(attempt);
    boolean kept = memory.take(run.id, node.id, note.writes());
    switch (attempt.status()) {
      case COMPLETED -> {
        if (!kept) {
          run.overtaken(node);
        } else if (note.asks() != null) {
          run.suspend(node, note.asks());
        } else {
          run.done(node, result(attempt.outcome()));
        }
      }
      case DEAD_LETTERED -> run.failed(node, attempt.error());
      case CANCELED -> run.jobCanceled(node);
      case RETRYING, SCHEDULED, PENDING, RUNNING -> run.triedAgain(node);
    }
  }

  private static @Nullable String result(Outcome outcome) {
    return outcome instanceof Outcome.Succeeded(var result) ? result : null;
  }

  /** A node's job that starts over takes its run along, unless the run went on without it. */
  @Override
  public Set<UUID> revived(Connection transaction, List<Watched> jobs) throws SQLException {
    Map<UUID, RunState> runs = store.lock(transaction, runsOf(jobs), RunStore.Waits.PENDING);
    var welcome = new HashMap<RunState, Set<UUID>>();
    for (Watched job : jobs) {
      RunState run = runs.get(job.origin().runId());
      if (run != null
          && run.lastJobOf(job.origin().nodeId()).filter(job.id()::equals).isPresent()) {
        welcome.computeIfAbsent(run, _ -> new HashSet<>()).add(job.id());
      }
    }
    welcome.forEach(RunState::retry);
    store.save(transaction, runs.values());
    return welcome.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
  }

  @Override
  public Map<UUID, String> contexts(Collection<UUID> jobs) {
    var contexts = new HashMap<UUID, String>();
    database.call(
        connection ->
            CONTEXTS
                .on(connection)
                .set("jobs", jobs.toArray(UUID[]::new))
                .list(row -> contexts.put(row.uuid("id"), row.text("context"))));
    return contexts;
  }

  @Override
  public List<Explanation.Reason> explain(Job job) {
    return explaining.node(job);
  }
}
