package dev.pulse.server.run;

import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements that write what was decided, each for any number of runs at once. */
final class RunWrites {
  static final Sql UPDATE_RUNS =
      Sql.of(
          """
          UPDATE pulse.run r
          SET status = g.status, round = g.round, events = g.events,
            pending_waits = g.pending_waits, unwinding = g.unwinding,
            closed_at = 'epoch'::timestamptz + g.closed_us * interval '1 microsecond'
          FROM unnest(:ids::uuid[], :statuses::text[], :rounds::int4[], :events::int4[],
              :pending::int4[], :unwinding::bool[], :closed::int8[])
            AS g(id, status, round, events, pending_waits, unwinding, closed_us)
          WHERE r.id = g.id
          """);

  static final Sql UPDATE_NODES =
      Sql.of(
          """
          UPDATE pulse.run_node n
          SET status = g.status, job_id = g.job_id, wait_id = g.wait_id,
            finished_at = 'epoch'::timestamptz + g.finished_us * interval '1 microsecond',
            result = g.result::json, error = g.error
          FROM unnest(:runs::uuid[], :nodes::text[], :statuses::text[], :jobs::uuid[],
              :waits::uuid[], :finished::int8[], :results::text[], :errors::text[])
            AS g(run_id, node_id, status, job_id, wait_id, finished_us, result, error)
          WHERE n.run_id = g.run_id AND n.node_id = g.node_id
          """);

  static final Sql INSERT_WAITS =
      Sql.of(
          """
          INSERT INTO pulse.wait
            (id, run_id, created_at, expires_at, round, status, wakes, signal, node_id, question)
          SELECT g.id, g.run_id, 'epoch'::timestamptz + g.created_us * interval '1 microsecond',
            'epoch'::timestamptz + g.expires_us * interval '1 microsecond', g.round, 'pending',
            g.wakes, g.signal, g.node_id, g.question
          FROM unnest(:ids::uuid[], :runs::uuid[], :created::int8[], :expires::int8[],
              :rounds::int4[], :wakes::bool[], :signals::text[], :nodes::text[], :questions::text[])
            AS g(id, run_id, created_us, expires_us, round, wakes, signal, node_id, question)
          """);

  /** What is there stays; only how a wait ended is added. */
  static final Sql UPDATE_WAITS =
      Sql.of(
          """
          UPDATE pulse.wait w
          SET status = g.status, round = g.round, wakes = g.wakes, told = g.told,
            ended_at = 'epoch'::timestamptz + g.ended_us * interval '1 microsecond',
            delivered_by = coalesce(g.by, w.delivered_by), via = coalesce(g.via, w.via),
            idempotency_key = coalesce(g.key, w.idempotency_key),
            payload_sha256 = coalesce(g.sha, w.payload_sha256),
            payload = coalesce(g.payload::json, w.payload),
            answer = coalesce(g.answer, w.answer)
          FROM unnest(:ids::uuid[], :statuses::text[], :rounds::int4[], :wakes::bool[],
              :told::bool[], :ended::int8[], :by::text[], :via::text[], :keys::text[],
              :shas::text[], :payloads::text[], :answers::text[])
            AS g(id, status, round, wakes, told, ended_us, by, via, key, sha, payload, answer)
          WHERE w.id = g.id
          """);

  static final Sql INSERT_EVENTS =
      Sql.of(
          """
          INSERT INTO pulse.run_event
            (run_id, number, at, type, node_id, job_id, wait_id, signal, message)
          SELECT g.run_id, g.number, 'epoch'::timestamptz + g.at_us * interval '1 microsecond',
            g.type, g.node_id, g.job_id, g.wait_id, g.signal, g.message
          FROM unnest(:runs::uuid[], :numbers::int4[], :ats::int8[], :types::text[],
              :nodes::text[], :jobs::uuid[], :waits::uuid[], :signals::text[], :messages::text[])
            AS g(run_id, number, at_us, type, node_id, job_id, wait_id, signal, message)
          """);

  private RunWrites() {}

  static void runs(Connection connection, List<RunState> runs) throws SQLException {
    UPDATE_RUNS
        .on(connection)
        .set("ids", uuids(runs, run -> run.id))
        .set("statuses", texts(runs, run -> run.status.text()))
        .set("rounds", runs.stream().mapToInt(run -> run.round).toArray())
        .set("events", runs.stream().mapToInt(run -> run.events).toArray())
        .set("pending", runs.stream().mapToInt(run -> run.pendingWaits).toArray())
        .set("unwinding", flags(runs, run -> run.unwinding))
        .set("closed", times(runs, run -> run.closedAt))
        .update();
  }

  private record Of<T>(UUID run, T what) {}

  static void nodes(Connection connection, List<RunState> runs) throws SQLException {
    List<Of<NodeState>> nodes =
        runs.stream()
            .flatMap(
                run ->
                    run.nodes.values().stream()
                        .filter(node -> node.changed)
                        .map(node -> new Of<>(run.id, node)))
            .toList();
    if (nodes.isEmpty()) {
      return;
    }
    UPDATE_NODES
        .on(connection)
        .set("runs", uuids(nodes, Of::run))
        .set("nodes", texts(nodes, node -> node.what().id))
        .set("statuses", texts(nodes, node -> node.what().status.text()))
        .set("jobs", uuids(nodes, node -> node.what().jobId))
        .set("waits", uuids(nodes, node -> node.what().waitId))
        .set("finished", times(nodes, node -> node.what().finishedAt))
        .set("results", texts(nodes, node -> node.what().result))
        .set("errors", texts(nodes, node -> node.what().error))
        .update();
  }

  static void waits(Connection connection, Collection<RunState> runs) throws SQLException {
    List<Of<WaitState>> waits =
        runs.stream()
            .flatMap(run -> run.waits.stream().map(wait -> new Of<>(run.id, wait)))
            .toList();
    update(connection, waits, false); // a name is free before it is taken again
    List<Of<WaitState>> fresh = waits.stream().filter(wait -> wait.what().fresh).toList();
    if (!fresh.isEmpty()) {
      insert(connection, fresh);
      update(connection, waits, true);
    }
  }

  private static void insert(Connection connection, List<Of<WaitState>> waits) throws SQLException {
    INSERT_WAITS
        .on(connection)
        .set("ids", uuids(waits, wait -> wait.what().id))
        .set("runs", uuids(waits, Of::run))
        .set("created", times(waits, wait -> wait.what().createdAt))
        .set("expires", times(waits, wait -> wait.what().expiresAt))
        .set("rounds", waits.stream().mapToInt(wait -> wait.what().round).toArray())
        .set("wakes", flags(waits, wait -> wait.what().wakes))
        .set("signals", texts(waits, wait -> wait.what().signal))
        .set("nodes", texts(waits, wait -> wait.what().nodeId))
        .set("questions", texts(waits, wait -> wait.what().question))
        .update();
  }

  private static void update(Connection connection, List<Of<WaitState>> all, boolean fresh)
      throws SQLException {
    List<WaitState> waits =
        all.stream().map(Of::what).filter(wait -> wait.changed && wait.fresh == fresh).toList();
    if (waits.isEmpty()) {
      return;
    }
    UPDATE_WAITS
        .on(connection)
        .set("ids", uuids(waits, wait -> wait.id))
        .set("statuses", texts(waits, wait -> wait.status.text()))
        .set("rounds", waits.stream().mapToInt(wait -> wait.round).toArray())
        .set("wakes", flags(waits, wait -> wait.wakes))
        .set("told", flags(waits, wait -> wait.told))
        .set("ended", times(waits, wait -> wait.endedAt))
        .set("by", delivered(waits, delivery -> delivery.by().name()))
        .set("via", delivered(waits, Answers::via))
        .set("keys", texts(waits, wait -> wait.key))
        .set("shas", delivered(waits, RunWrites::sha256))
        .set("payloads", delivered(waits, Delivery::payload))
        .set("answers", texts(waits, wait -> wait.answer))
        .update();
  }

  private static @Nullable String sha256(Delivery delivery) {
    String payload = delivery.payload();
    return payload == null ? null : Answers.sha256(payload);
  }

  static void events(Connection connection, List<RunState> runs) throws SQLException {
    List<RunEvent> events = runs.stream().flatMap(run -> run.news.stream()).toList();
    INSERT_EVENTS
        .on(connection)
        .set("runs", uuids(events, RunEvent::runId))
        .set("numbers", events.stream().mapToInt(RunEvent::number).toArray())
        .set("ats", times(events, RunEvent::at))
        .set("types", texts(events, RunEvent::type))
        .set("nodes", texts(events, RunEvent::nodeId))
        .set("jobs", uuids(events, RunEvent::jobId))
        .set("waits", uuids(events, RunEvent::waitId))
        .set("signals", texts(events, RunEvent::signal))
        .set("messages", texts(events, RunEvent::message))
        .update();
  }

  private static String[] delivered(
      List<WaitState> waits, Function<Delivery, @Nullable String> column) {
    return texts(
        waits,
        wait -> {
          Delivery delivery = wait.delivery;
          return delivery == null ? null : column.apply(delivery);
        });
  }

  private static <T> UUID[] uuids(List<T> rows, Function<T, @Nullable UUID> column) {
    return rows.stream().map(column).toArray(UUID[]::new);
  }

  private static <T> String[] texts(List<T> rows, Function<T, @Nullable String> column) {
    return rows.stream().map(column).toArray(String[]::new);
  }

  private static <T> Long[] times(List<T> rows, Function<T, @Nullable Instant> column) {
    return rows.stream().map(column).map(RunWrites::micros).toArray(Long[]::new);
  }

  private static @Nullable Long micros(@Nullable Instant time) {
    return time == null ? null : ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  private static <T> boolean[] flags(List<T> rows, Function<T, Boolean> column) {
    var flags = new boolean[rows.size()];
    for (int at = 0; at < flags.length; at++) {
      flags[at] = column.apply(rows.get(at));
    }
    return flags;
  }
}
