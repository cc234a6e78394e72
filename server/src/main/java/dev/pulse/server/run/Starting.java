package dev.pulse.server.run;

import dev.pulse.server.job.Jobs;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How runs begin: run, nodes, first jobs and first events in one transaction. */
final class Starting {
  /** A run that is there already is left as it is: the same start again. */
  static final Sql INSERT =
      Sql.of(
          """
          INSERT INTO pulse.run (id, name, status) VALUES (:id, :name, 'running')
          ON CONFLICT DO NOTHING
          RETURNING clock_timestamp() AS now
          """);

  static final Sql INSERT_NODES =
      Sql.of(
          """
          INSERT INTO pulse.run_node
            (run_id, place, status, node_id, after, signal, expires_in, question)
          SELECT :run, g.place, 'pending', g.node_id,
            coalesce(string_to_array(g.after, E'\\t'), '{}'), g.signal, g.expires_in, g.question
          FROM unnest(:places::int4[], :nodes::text[], :afters::text[], :signals::text[],
              :expiries::int8[], :questions::text[])
            AS g(place, node_id, after, signal, expires_in, question)
          """);

  private final Database database;
  private final RunStore store;
  private final Jobs jobs;

  Starting(Database database, RunStore store, Jobs jobs) {
    this.database = database;
    this.store = store;
    this.jobs = jobs;
  }

  /** Answers the run's id, and whether it was there before. */
  Started start(NewRun wanted) {
    for (NewNode node : wanted.nodes()) {
      if (node.work() instanceof NewNode.RunJob(var job)) {
        jobs.check(job);
      }
    }
    UUID id = wanted.id() == null ? store.newId() : wanted.id();
    boolean existing = database.transact(connection -> begin(connection, id, wanted));
    return new Started(id, existing);
  }

  private boolean begin(Connection connection, UUID id, NewRun wanted) throws SQLException {
    List<Instant> begun =
        INSERT
            .on(connection)
            .set("id", id)
            .set("name", wanted.name())
            .list(row -> row.instant("now"));
    if (begun.isEmpty()) {
      return true;
    }
    keepNodes(connection, id, wanted.nodes());
    NodeWork.keep(connection, id, wanted.nodes());
    var run = new RunState(id, wanted.name(), RunStatus.RUNNING, store::newId);
    run.now = begun.getFirst();
    for (NewNode node : wanted.nodes()) {
      NodeState state = NodeState.of(node);
      run.nodes.put(state.id, state);
    }
    run.start();
    store.save(connection, List.of(run));
    return false;
  }

  private static void keepNodes(Connection connection, UUID id, List<NewNode> nodes)
      throws SQLException {
    List<NodeState> states = nodes.stream().map(NodeState::of).toList();
    INSERT_NODES
        .on(connection)
        .set("run", id)
        .set("places", IntStream.range(0, states.size()).toArray())
        .set("nodes", states.stream().map(node -> node.id).toArray(String[]::new))
        .set("afters", states.stream().map(Starting::after).toArray(String[]::new))
        .set(
            "signals",
            states.stream()
                .map(node -> node.awaits == null ? null : node.awaits.signal())
                .toArray(String[]::new))
        .set("expiries", states.stream().map(Starting::expiry).toArray(Long[]::new))
        .set(
            "questions",
            states.stream()
                .map(node -> node.awaits == null ? null : node.awaits.question())
                .toArray(String[]::new))
        .update();
  }

  private static @Nullable String after(NodeState node) {
    return node.after.isEmpty() ? null : String.join("\t", node.after);
  }

  private static @Nullable Long expiry(NodeState node) {
    Duration expiry = node.awaits == null ? null : node.awaits.expiresIn();
    return expiry == null ? null : expiry.toNanos() / 1000;
  }
}
