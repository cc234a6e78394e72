package dev.pulse.server.run;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.pulse.server.job.Arrival;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Brings runs into memory under their locks and writes back what was decided: the same few
 * statements for one run and for hundreds.
 */
final class RunStore {
  /**
   * In id order: one lock order for everybody. A statement of its own, because what is read along
   * with a lock that had to be waited for is from before the wait.
   */
  static final Sql LOCK =
      Sql.of(
          """
          SELECT id, name, status, round, events, pending_waits, unwinding, closed_at
          FROM pulse.run WHERE id = ANY(:runs) ORDER BY id FOR UPDATE
          """);

  static final Sql NODES =
      Sql.of(
          """
          SELECT run_id, node_id, after, status, signal, expires_in, question, job_id, wait_id,
            clock_timestamp() AS now
          FROM pulse.run_node WHERE run_id = ANY(:runs) ORDER BY run_id, place
          """);

  static final Sql WAITS =
      Sql.of(
          """
          SELECT run_id, id, signal, node_id, created_at, expires_at, question, round, status, wakes,
            told, ended_at, idempotency_key
          FROM pulse.wait WHERE run_id = ANY(:runs) AND (status = 'pending' OR :all)
          ORDER BY run_id, id
          """);

  private final Jobs jobs;
  private final Consumer<Collection<UUID>> changed;
  private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

  /**
   * @param changed is told which runs have news, after their commit
   */
  RunStore(Jobs jobs, Consumer<Collection<UUID>> changed) {
    this.jobs = jobs;
    this.changed = changed;
  }

  UUID newId() {
    return ids.generate();
  }

  /** How many of a run's waits must be known to change it. */
  enum Waits {
    PENDING,
    ALL
  }

  /** Locks these runs and reads where they stand. Those that are not there are left out. */
  Map<UUID, RunState> lock(Connection connection, Collection<UUID> runs, Waits known)
      throws SQLException {
    var states = new LinkedHashMap<UUID, RunState>();
    UUID[] wanted = runs.toArray(UUID[]::new);
    LOCK.on(connection).set("runs", wanted).list(row -> states.put(row.uuid("id"), run(row)));
    if (states.isEmpty()) {
      return states;
    }
    UUID[] locked = states.keySet().toArray(UUID[]::new);
    NODES
        .on(connection)
        .set("runs", locked)
        .list(
            row -> {
              RunState run = of(states, row);
              run.now = row.instant("now");
              NodeState node = NodeState.read(row);
              return run.nodes.put(node.id, node);
            });
    if (known == Waits.ALL || states.values().stream().anyMatch(run -> run.pendingWaits > 0)) {
      WAITS
          .on(connection)
          .set("runs", locked)
          .set("all", known == Waits.ALL)
          .list(row -> of(states, row).waits.add(WaitState.read(row)));
    }
    return states;
  }

  /** One run, which must be there. */
  RunState lock(Connection connection, UUID run, Waits known) throws SQLException {
    RunState state = lock(connection, List.of(run), known).get(run);
    if (state == null) {
      throw RunRefused.notFound(run);
    }
    return state;
  }

  private static RunState of(Map<UUID, RunState> states, Row row) throws SQLException {
    RunState run = states.get(row.uuid("run_id"));
    if (run == null) {
      throw new IllegalStateException("a row of a run that was not asked for");
    }
    return run;
  }

  private RunState run(Row row) throws SQLException {
    var run =
        new RunState(
            row.uuid("id"), row.text("name"), RunStatus.of(row.text("status")), ids::generate);
    run.round = row.count("round");
    run.events = row.count("events");
    run.pendingWaits = row.count("pending_waits");
    run.unwinding = row.flag("unwinding");
    run.closedAt = row.instantOrNull("closed_at");
    return run;
  }

  /**
   * Writes what was decided, and submits the jobs of nodes that became ready. Whoever waits for
   * either is told after the commit.
   */
  void save(Connection connection, Collection<RunState> decided) throws SQLException {
    List<RunState> runs = decided.stream().filter(run -> !run.news.isEmpty()).toList();
    RunWrites.waits(connection, decided);
    if (runs.isEmpty()) {
      return;
    }
    RunWrites.nodes(connection, runs);
    RunWrites.runs(connection, runs);
    RunWrites.events(connection, runs);
    List<NewJob> launched = NodeWork.jobs(connection, runs);
    List<Arrival> ready = launched.isEmpty() ? List.of() : jobs.submitWithin(connection, launched);
    List<UUID> told = new ArrayList<>(runs.stream().map(run -> run.id).toList());
    Database.afterCommit(
        () -> {
          jobs.announce(ready);
          changed.accept(told);
        });
  }
}
