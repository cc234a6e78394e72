package dev.pulse.server.sling;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import dev.pulse.server.sling.Dispatching.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches what is ready, as far as there is room (G6): one cycle at a time on all servers,
 * because the spawn delay and the batch are promises about the whole.
 */
final class DispatchCycle {
  static final Sql TRY =
      Sql.of("SELECT pg_try_advisory_lock(hashtextextended('pulse.scheduler', 7857)) AS mine");

  static final Sql LEAVE =
      Sql.of("SELECT pg_advisory_unlock(hashtextextended('pulse.scheduler', 7857)) AS left");

  /** The oldest of each project, by an index that holds nothing that is blocked. */
  static final Sql LINES =
      Sql.of(
          """
          SELECT p.name, p.served, s.id FROM pulse.project p
          CROSS JOIN LATERAL (
            SELECT id, number FROM pulse.sling
            WHERE project = p.name AND closed_at IS NULL AND NOT blocked
            ORDER BY number LIMIT :most) s
          ORDER BY p.name, s.number
          """);

  /** A look that finds everything as before is not worth a row. */
  static final Sql RECORD =
      Sql.of(
          """
          INSERT INTO pulse.scheduler_cycle AS c (dispatched, failed, reason)
          VALUES (:dispatched, :failed, :reason)
          ON CONFLICT (single) DO UPDATE SET at = now(), dispatched = excluded.dispatched,
            failed = excluded.failed, reason = excluded.reason
          WHERE excluded.dispatched + excluded.failed > 0 OR c.reason <> excluded.reason
          """);

  /** Whether there is anything to do, and how long ago the batch was full. */
  static final Sql DUE =
      Sql.of(
          """
          SELECT EXISTS (SELECT FROM pulse.sling WHERE closed_at IS NULL AND NOT blocked) AS ready,
            (SELECT (extract(epoch FROM now() - at) * 1000000)::int8 FROM pulse.scheduler_cycle
              WHERE reason = 'batch') AS since_us
          """);

  /** Stand in for those that cannot be dispatched. */
  private static final int RESERVE = 20;

  private static final int MOST = 1000;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

  private final Database database;
  private final Configuration configuration;
  private final Dispatching dispatching;
  private final CountDownLatch stopping = new CountDownLatch(1);

  DispatchCycle(Database database, Configuration configuration, Dispatching dispatching) {
    this.database = database;
    this.configuration = configuration;
    this.dispatching = dispatching;
  }

  /** What a cycle starts from. */
  private record Start(
      SchedulerConfig config,
      Capacity capacity,
      Cycle.@Nullable Reason hindrance,
      Planner.Plan<UUID> plan) {

    Duration spawnDelay() {
      return config.isDirect() ? Duration.ZERO : config.spawnDelay();
    }

    Cycle report(boolean dryRun, Cycle.Reason reason, List<Cycle.Step> steps) {
      return new Cycle(
          dryRun,
          reason,
          config.isDirect() ? null : Math.max(0, capacity.free(config)),
          capacity.active(),
          capacity.ready(),
          config.batchSize(),
          List.copyOf(steps));
    }

    Cycle.Reason bound() {
      return switch (plan.binding()) {
        case READY -> Cycle.Reason.READY;
        case CAPACITY -> Cycle.Reason.CAPACITY;
        case BATCH -> Cycle.Reason.BATCH;
      };
    }
  }

  /** How long until there may be something to do; empty time: now. */
  Duration due(boolean news, Duration poll) {
    return database.call(
        connection -> {
          Duration interval = configuration.read(connection).interval();
          return DUE.on(connection).first(row -> due(row, news, interval, poll)).orElse(poll);
        });
  }

  private static Duration due(Row row, boolean news, Duration interval, Duration poll)
      throws SQLException {
    if (!row.flag("ready")) {
      return poll;
    }
    Duration since = row.microsOrNull("since_us");
    if (news || since == null || since.compareTo(interval) >= 0) {
      return Duration.ZERO;
    }
    Duration left = interval.minus(since);
    return left.compareTo(poll) < 0 ? left : poll;
  }

  /** Exactly what a run would do now. */
  Cycle dryRun() {
    return database.call(
        connection -> {
          Start start = start(connection);
          if (start.hindrance() != null) {
            return start.report(true, start.hindrance(), List.of());
          }
          var steps = new ArrayList<Cycle.Step>();
          int left = start.plan().picks().size();
          for (UUID sling : order(start.plan())) {
            Work work = left == 0 ? null : Work.read(connection, sling).orElse(null);
            if (work != null) {
              String failure = dispatching.refusal(work);
              steps.add(work.step(failure));
              left -= failure == null ? 1 : 0;
            }
          }
          return start.report(true, start.bound(), steps);
        });
  }

  /**
   * One cycle.
   *
   * @param patience how long to wait for one that is under way
   */
  Cycle run(Duration patience) {
    return database.call(
        connection -> {
          if (!isAlone(connection, patience)) {
            return start(connection).report(false, Cycle.Reason.BUSY, List.of());
          }
          try {
            return alone(start(connection));
          } finally {
            LEAVE.on(connection).list(row -> row.flag("left"));
          }
        });
  }

  private boolean isAlone(Connection connection, Duration patience) throws SQLException {
    long until = System.nanoTime() + patience.toNanos();
    while (!TRY.on(connection).first(row -> row.flag("mine")).orElse(false)) {
      if (System.nanoTime() - until >= 0 || isStoppedWithin(BETWEEN_TRIES)) {
        return false;
      }
    }
    return true;
  }

  private Cycle alone(Start start) {
    if (start.hindrance() != null) {
      return recorded(start.report(false, start.hindrance(), List.of()));
    }
    var steps = new ArrayList<Cycle.Step>();
    Cycle.Reason reason = start.bound();
    int left = start.plan().picks().size();
    for (UUID sling : order(start.plan())) {
      if (left == 0) {
        break;
      }
      boolean first = left == start.plan().picks().size();
      if (!first && isStoppedWithin(start.spawnDelay())) {
        reason = Cycle.Reason.STOPPING;
        break;
      }
      Outcome outcome = dispatching.one(sling);
      if (outcome instanceof Outcome.Stopped(Cycle.Reason why)) {
        reason = why;
        break;
      }
      left -= noted(outcome, steps);
    }
    return recorded(start.report(false, reason, steps));
  }

  /** Answers how many slots it took. */
  private static int noted(Outcome outcome, List<Cycle.Step> steps) {
    return switch (outcome) {
      case Outcome.Dispatched(Work work) -> {
        steps.add(work.step(null));
        yield 1;
      }
      case Outcome.Failed(Work work, String why) -> {
        steps.add(work.step(why));
        yield 0;
      }
      case Outcome.Gone _, Outcome.Stopped _ -> 0;
    };
  }

  private static List<UUID> order(Planner.Plan<UUID> plan) {
    return Stream.concat(plan.picks().stream(), plan.reserve().stream()).toList();
  }

  private Start start(Connection connection) throws SQLException {
    SchedulerConfig config = configuration.read(connection);
    Capacity capacity = Capacity.look(connection);
    Cycle.Reason hindrance = null;
    if (PauseSwitch.read(connection).isPresent()) {
      hindrance = Cycle.Reason.PAUSED;
    } else if (!config.isDirect() && capacity.runners() == 0) {
      hindrance = Cycle.Reason.NO_RUNNER;
    }
    long free = capacity.free(config);
    int batch = config.isDirect() ? MOST : config.batchSize();
    List<Planner.Line<UUID>> lines =
        hindrance != null || free <= 0
            ? List.of()
            : lines(connection, Math.min(free, batch) + RESERVE);
    return new Start(
        config, capacity, hindrance, Planner.plan(free, batch, capacity.ready(), lines));
  }

  private static List<Planner.Line<UUID>> lines(Connection connection, long most)
      throws SQLException {
    Map<String, Planner.Line<UUID>> lines = new LinkedHashMap<>();
    LINES
        .on(connection)
        .set("most", most)
        .list(
            row -> {
              long served = row.number("served");
              return lines
                  .computeIfAbsent(
                      row.text("name"), name -> new Planner.Line<>(name, served, new ArrayList<>()))
                  .slings()
                  .add(row.uuid("id"));
            });
    return List.copyOf(lines.values());
  }

  private Cycle recorded(Cycle cycle) {
    database.call(
        connection ->
            RECORD
                .on(connection)
                .set("dispatched", cycle.dispatched())
                .set("failed", cycle.failed())
                .set("reason", cycle.reason().text())
                .update());
    return cycle;
  }

  /** Waits between two dispatches, unless the server is going. */
  private boolean isStoppedWithin(Duration delay) {
    try {
      return stopping.await(delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  void stop() {
    stopping.countDown();
  }
}
