package dev.pulse.server.sling;

import dev.pulse.server.job.Arrival;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One dispatch is one transaction: the sling is closed and its job is there, or neither (G7). */
final class Dispatching {
  private static final Logger log = LoggerFactory.getLogger(Dispatching.class);
  private static final int MOST_FAILURES = 3;

  static final Sql CLOSE =
      Sql.of(
          """
          UPDATE pulse.sling SET closed_at = now(), reason = 'dispatched'
          WHERE id = :id AND closed_at IS NULL
          """);

  static final Sql VOID =
      Sql.of(
          """
          UPDATE pulse.sling SET closed_at = now(), reason = 'invalid', last_failure = :why
          WHERE id = :id AND closed_at IS NULL
          """);

  /** The project had its turn. */
  static final Sql SERVED =
      Sql.of("UPDATE pulse.project SET served = nextval('pulse.turn_seq') WHERE name = :project");

  /** Without a bound nobody waits for a turn, and nobody should wait for the project's row. */
  static final Sql COUNTED = Sql.of("SELECT nextval('pulse.turn_seq') AS turn");

  static final Sql FAIL =
      Sql.of(
          """
          UPDATE pulse.sling SET dispatch_failures = dispatch_failures + 1, last_failure = :why,
            failed_at = now(),
            closed_at = CASE WHEN dispatch_failures + 1 >= :most THEN now() END,
            reason = CASE WHEN dispatch_failures + 1 >= :most THEN 'circuit-broken' END
          WHERE id = :id AND closed_at IS NULL
          """);

  private final Database database;
  private final Jobs jobs;
  private final Configuration configuration;

  Dispatching(Database database, Jobs jobs, Configuration configuration) {
    this.database = database;
    this.jobs = jobs;
    this.configuration = configuration;
  }

  /** What came of it. */
  sealed interface Outcome {
    record Dispatched(Work work) implements Outcome {}

    record Failed(Work work, String why) implements Outcome {}

    /** Somebody else was there first, or it is not ready any more. */
    record Gone() implements Outcome {}

    /** Nothing more is to be dispatched now. */
    record Stopped(Cycle.Reason reason) implements Outcome {}
  }

  /** Looks at everything again that may have changed since the plan was made. */
  Outcome one(UUID sling) {
    var seen = new Work[1];
    try {
      return database.transact(connection -> one(connection, sling, seen));
    } catch (SlingRefused | JobRefused e) {
      return failed(seen[0], String.valueOf(e.getMessage()));
    } catch (DatabaseFailure e) {
      if (!e.isOfTheInput() || seen[0] == null) {
        throw e;
      }
      return failed(seen[0], "the database refuses its job");
    }
  }

  private Outcome one(Connection connection, UUID sling, Work[] seen) throws SQLException {
    if (PauseSwitch.holds(connection)) {
      return new Outcome.Stopped(Cycle.Reason.PAUSED);
    }
    SchedulerConfig config = configuration.read(connection);
    if (!config.isDirect() && Capacity.look(connection).free(config) <= 0) {
      return new Outcome.Stopped(Cycle.Reason.CAPACITY);
    }
    Optional<Work> found = Work.lock(connection, sling);
    if (found.isEmpty() || found.get().blocked()) {
      return new Outcome.Gone();
    }
    Work work = found.get();
    if (work.closed()) {
      VOID.on(connection).set("id", sling).set("why", "its task was closed").update();
      return new Outcome.Gone();
    }
    seen[0] = work;
    dispatch(connection, work, config);
    return new Outcome.Dispatched(work);
  }

  /** Within the caller's transaction, which holds the sling. */
  void dispatch(Connection connection, Work work, SchedulerConfig config) throws SQLException {
    List<Arrival> ready = jobs.submitWithin(connection, List.of(checked(work)));
    CLOSE.on(connection).set("id", work.id()).update();
    if (config.isDirect()) {
      COUNTED.on(connection).list(row -> row.number("turn"));
    } else {
      SERVED.on(connection).set("project", work.project()).update();
    }
    Database.afterCommit(
        () -> {
          jobs.announce(ready);
          log.info("task {} is dispatched to agent {}", work.task(), work.agent());
        });
  }

  private NewJob checked(Work work) {
    NewJob job = work.job();
    jobs.check(job);
    return job;
  }

  /** Why it could not be dispatched, if it could not; nothing is written. */
  @Nullable String refusal(Work work) {
    try {
      checked(work);
      return null;
    } catch (SlingRefused | JobRefused e) {
      return String.valueOf(e.getMessage());
    }
  }

  private Outcome failed(Work work, String why) {
    log.warn("task {} could not be dispatched: {}", work.task(), why);
    database.call(
        connection ->
            FAIL.on(connection)
                .set("id", work.id())
                .set("why", why)
                .set("most", MOST_FAILURES)
                .update());
    return new Outcome.Failed(work, why);
  }
}
