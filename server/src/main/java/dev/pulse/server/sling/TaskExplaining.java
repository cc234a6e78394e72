package dev.pulse.server.sling;

import dev.pulse.server.job.Explanation;
import dev.pulse.server.job.Explanation.Reason;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Finds out what a task waits for, the most telling first. */
final class TaskExplaining {
  static final Sql AHEAD =
      Sql.of(
          """
          SELECT count(*) AS ahead FROM pulse.sling o
          CROSS JOIN LATERAL (SELECT project, number FROM pulse.sling WHERE id = :sling OFFSET 0) s
          WHERE o.project = s.project AND o.closed_at IS NULL AND NOT o.blocked
            AND o.number < s.number
          """);

  private final Database database;
  private final Configuration configuration;
  private final SlingLookup slings;

  TaskExplaining(Database database, Configuration configuration, SlingLookup slings) {
    this.database = database;
    this.configuration = configuration;
    this.slings = slings;
  }

  /**
   * @param jobs what there is to say about a job
   */
  TaskExplanation explain(String id, Function<UUID, Explanation> jobs) {
    Task task =
        database
            .call(connection -> TaskLookup.find(connection, id))
            .orElseThrow(() -> SlingRefused.noTask(id));
    var reasons = new ArrayList<Reason>();
    if (task.isClosed()) {
      reasons.add(new Reason("closed", "It is closed since %s.".formatted(task.closedAt())));
      return new TaskExplanation(id, task.status(), reasons);
    }
    UUID slingId = task.slingId();
    Optional<Sling> sling = slingId == null ? Optional.empty() : slings.find(slingId);
    if (!task.blockedBy().isEmpty()) {
      reasons.add(
          new Reason(
              "dependency",
              "It depends on %s, not closed yet.".formatted(String.join(", ", task.blockedBy()))));
    }
    if (sling.isEmpty()) {
      reasons.add(new Reason("not_slung", "Nobody has slung it: pulse sling " + id));
    } else {
      reasons.addAll(slung(task, sling.get(), jobs));
    }
    return new TaskExplanation(id, task.status(), reasons);
  }

  private List<Reason> slung(Task task, Sling sling, Function<UUID, Explanation> jobs) {
    var reasons = new ArrayList<Reason>();
    switch (sling.state()) {
      case "scheduled" -> {
        if (sling.lastFailure() != null) {
          reasons.add(
              new Reason(
                  "dispatch_failed",
                  "Its dispatch failed %d times: %s"
                      .formatted(sling.dispatchFailures(), sling.lastFailure())));
        }
        if (task.blockedBy().isEmpty()) {
          reasons.addAll(database.call(connection -> waiting(connection, sling)));
        }
      }
      case "dispatched" -> reasons.addAll(dispatched(sling, jobs));
      case "circuit-broken" ->
          reasons.add(
              new Reason(
                  "breaker_open",
                  "Its dispatch failed %d times and is given up: %s"
                      .formatted(sling.dispatchFailures(), sling.lastFailure())));
      default ->
          reasons.add(new Reason("not_slung", "Its last sling was closed: " + sling.state() + "."));
    }
    return reasons;
  }

  private static List<Reason> dispatched(Sling sling, Function<UUID, Explanation> jobs) {
    String outcome = sling.outcome();
    if (outcome != null) {
      String how = outcome.equals("canceled") ? "was canceled" : "has failed";
      return List.of(
          new Reason(
              "work_" + outcome,
              "Its job %s %s: %s".formatted(sling.id(), how, sling.lastFailure())));
    }
    var reasons = new ArrayList<Reason>();
    reasons.add(new Reason("dispatched", "Job %s works on it.".formatted(sling.id())));
    reasons.addAll(jobs.apply(sling.id()).reasons());
    return reasons;
  }

  /** It is ready; something about the scheduler keeps it. */
  private List<Reason> waiting(Connection connection, Sling sling) throws SQLException {
    var reasons = new ArrayList<Reason>();
    PauseSwitch.read(connection)
        .ifPresent(
            pause ->
                reasons.add(
                    new Reason(
                        "paused",
                        "The scheduler is paused by %s since %s: %s"
                            .formatted(pause.actor(), pause.since(), pause.reason()))));
    SchedulerConfig config = configuration.read(connection);
    Capacity capacity = Capacity.look(connection);
    if (!config.isDirect() && capacity.runners() == 0) {
      reasons.add(new Reason("no_worker", "No runner is connected that could run an agent."));
    }
    if (capacity.free(config) <= 0) {
      reasons.add(
          new Reason(
              "capacity",
              "%d agents are active, and scheduler.max_agents is %d."
                  .formatted(capacity.active(), config.maxAgents())));
    }
    long ahead =
        AHEAD.on(connection).set("sling", sling.id()).first(row -> row.number("ahead")).orElse(0L);
    if (ahead > 0) {
      reasons.add(
          new Reason(
              "behind", "It is behind %d others of project %s.".formatted(ahead, sling.project())));
    }
    if (reasons.isEmpty()) {
      reasons.add(new Reason("next", "It is next in its project: the next cycle takes it."));
    }
    return reasons;
  }
}
