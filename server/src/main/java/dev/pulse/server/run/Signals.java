package dev.pulse.server.run;

import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Watcher;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * How waits begin and end: armed, delivered, expired. Each is one transaction under the run's lock.
 */
final class Signals {
  static final Sql ANSWER = Sql.of("SELECT answer FROM pulse.wait WHERE id = :wait");

  /** Reads the index from its start to now: what is not due costs nothing. */
  static final Sql DUE =
      Sql.of(
          """
          SELECT run_id FROM pulse.wait
          WHERE status = 'pending' AND expires_at <= clock_timestamp()
          ORDER BY expires_at LIMIT :chunk
          """);

  private final Database database;
  private final RunStore store;
  private final Jobs jobs;

  Signals(Database database, RunStore store, Jobs jobs) {
    this.database = database;
    this.store = store;
    this.jobs = jobs;
  }

  /** What the deliverer is told; the same to the byte however often it is delivered. */
  String deliver(UUID runId, Delivery delivery) {
    record Told(Verdict verdict, String answer) {}
    Told told =
        database.transact(
            connection -> {
              RunState run = store.lock(connection, runId, RunStore.Waits.ALL);
              Verdict verdict = Verdict.on(run, delivery);
              String answer =
                  switch (verdict) {
                    case Verdict.Deliver(var wait) -> {
                      run.deliver(wait, delivery);
                      yield String.valueOf(wait.answer);
                    }
                    case Verdict.Original(var wait) -> original(connection, wait);
                    case Verdict.Lapsed(var wait) -> {
                      run.expire(wait); // committed with the refusal: the clock has decided
                      yield "";
                    }
                    case Verdict.Refuse _ -> "";
                  };
              store.save(connection, List.of(run));
              return new Told(verdict, answer);
            });
    return switch (told.verdict()) {
      case Verdict.Deliver _, Verdict.Original _ -> told.answer();
      case Verdict.Lapsed(var wait) -> throw RunRefused.expired(wait.signal);
      case Verdict.Refuse(var refused) -> throw refused;
    };
  }

  private static String original(Connection connection, WaitState wait) throws SQLException {
    return ANSWER
        .on(connection)
        .set("wait", wait.id)
        .first(row -> row.text("answer"))
        .orElseThrow();
  }

  /** A running attempt's wait, committed before it asks anybody (N7). */
  UUID arm(long job, int fence, StageNote.Ask ask) {
    return database.transact(
        connection -> {
          Watcher.Watched attempt =
              jobs.hold(connection, job, fence)
                  .filter(held -> held.origin().runId() != null)
                  .orElseThrow(
                      () -> RunRefused.invalid("the attempt has ended, or is not of a run"));
          UUID runId = attempt.origin().runId();
          if (runId == null) {
            throw new IllegalStateException("a job of no run");
          }
          RunState run = store.lock(connection, runId, RunStore.Waits.ALL);
          NodeState node =
              run.under(attempt.id(), attempt.origin().nodeId())
                  .orElseThrow(() -> RunRefused.ended(runId));
          WaitState wait = run.arm(node, ask);
          store.save(connection, List.of(run));
          return wait.id;
        });
  }

  /** A step of the sweeper: answers how many waits it found due. */
  int expire(int chunk) {
    List<UUID> due =
        database.call(
            connection ->
                DUE.on(connection).set("chunk", (long) chunk).list(row -> row.uuid("run_id")));
    if (due.isEmpty()) {
      return 0;
    }
    return database.transact(
        connection -> {
          var runs = store.lock(connection, due, RunStore.Waits.PENDING).values();
          int expired = 0;
          for (RunState run : runs) {
            for (WaitState wait : List.copyOf(run.waits)) {
              if (wait.isPending() && wait.isDueBy(run.now)) {
                run.expire(wait);
                expired++;
              }
            }
          }
          store.save(connection, runs);
          return expired;
        });
  }
}
