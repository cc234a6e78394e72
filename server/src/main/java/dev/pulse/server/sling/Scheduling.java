package dev.pulse.server.sling;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Sql;
import dev.pulse.server.sling.Slung.Result;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes slings: every check in its order (G4), then one insert, in one transaction. Where tasks are
 * dispatched at once, the job is part of that.
 */
final class Scheduling {
  private static final Logger log = LoggerFactory.getLogger(Scheduling.class);

  /** The task and what it depends on, in id order; see {@link Blocking}. */
  static final Sql HOLD =
      Sql.of(
          """
          SELECT id FROM pulse.task
          WHERE id = ANY(ARRAY(SELECT :task::text UNION ALL
            SELECT depends_on FROM pulse.task_dependency WHERE task = :task))
          ORDER BY id FOR SHARE
          """);

  static final Sql OPEN =
      Sql.of("SELECT id, convoy FROM pulse.sling WHERE task = :task AND closed_at IS NULL");

  static final Sql INSERT =
      Sql.of(
          """
          INSERT INTO pulse.sling (id, blocked, no_merge, owned, merge, mode, task, project, agent,
            enqueued_by, convoy, base_branch, account, formula, args, vars, prompt)
          VALUES (:id, :blocked, :no_merge, :owned, :merge, :mode, :task, :project, :agent,
            :actor, :convoy, :base_branch, :account, :formula, :args, :vars::json, :prompt)
          ON CONFLICT (task) WHERE closed_at IS NULL DO NOTHING
          """);

  private static final int TRIES = 20;

  private final Database database;
  private final Configuration configuration;
  private final Dispatching dispatching;
  private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

  Scheduling(Database database, Configuration configuration, Dispatching dispatching) {
    this.database = database;
    this.configuration = configuration;
    this.dispatching = dispatching;
  }

  /**
   * The convoy that is made for tasks that are in none.
   *
   * @param id null: none is made
   */
  record NewConvoy(@Nullable String id, @Nullable String title) {}

  Slung one(String task, SlingOrder order, NewConvoy convoy, String actor) {
    for (int tries = 0; tries < TRIES; tries++) {
      Optional<Slung> slung =
          database.transact(connection -> one(connection, task, order, convoy, actor));
      if (slung.isPresent()) {
        log.info("task {}: {}", task, slung.get().message());
        return slung.get();
      }
    }
    throw SlingRefused.conflict("task %s changed too often meanwhile".formatted(task));
  }

  /** Empty: somebody changed something meanwhile, so look again. */
  private Optional<Slung> one(
      Connection connection, String id, SlingOrder order, NewConvoy convoy, String actor)
      throws SQLException {
    Set<String> held =
        new HashSet<>(HOLD.on(connection).set("task", id).list(row -> row.text("id")));
    Task task = TaskLookup.require(connection, id);
    if (!held.containsAll(task.dependsOn())) {
      return Optional.empty();
    }
    Project project = project(connection, task, order);
    Optional<Slung> existing = existing(connection, id);
    if (existing.isPresent()) {
      return existing;
    }
    checkStatus(task, order.force());
    String prompt = prompt(task, project, order);
    String agent = agent(connection, project, order);
    String joined = joined(connection, task, convoy, actor);
    UUID sling = ids.generate();
    boolean made =
        bound(INSERT.on(connection), order)
                .set("id", sling)
                .set("blocked", !task.blockedBy().isEmpty())
                .set("task", id)
                .set("project", project.name())
                .set("agent", agent)
                .set("actor", actor)
                .set("convoy", joined)
                .set("prompt", prompt)
                .update()
            == 1;
    return made
        ? Optional.of(settled(connection, sling, task, project, joined))
        : existing(connection, id);
  }

  /** There is a project, and the task is its, or the caller insists. */
  private static Project project(Connection connection, Task task, SlingOrder order)
      throws SQLException {
    String name = order.project();
    if (name == null) {
      return Projects.of(connection, task.id())
          .orElseThrow(() -> SlingRefused.notFound("no project has the prefix of " + task.id()));
    }
    Project project =
        Projects.find(connection, name).orElseThrow(() -> SlingRefused.noProject(name));
    if (!order.force() && !project.name().equals(task.project())) {
      throw SlingRefused.invalid(
          "task %s is not of project %s, whose tasks begin with %s-; --force slings it anyway"
              .formatted(task.id(), name, project.prefix()));
    }
    return project;
  }

  private static Optional<Slung> existing(Connection connection, String task) throws SQLException {
    return OPEN.on(connection)
        .set("task", task)
        .first(
            row ->
                new Slung(
                    task,
                    Result.EXISTING,
                    "is scheduled already",
                    row.uuid("id"),
                    row.textOrNull("convoy")));
  }

  private static void checkStatus(Task task, boolean force) {
    if (task.isClosed()) {
      throw SlingRefused.conflict("task %s is closed".formatted(task.id()));
    }
    if (task.status().equals("in_progress") && !force) {
      throw SlingRefused.conflict(
          "task %s is in progress; --force slings it anyway".formatted(task.id()));
    }
  }

  private static String prompt(Task task, Project project, SlingOrder order) {
    SlingOrder.FormulaFile file = order.formula();
    Formula formula = null;
    if (file != null) {
      String text = file.text();
      if (text == null) {
        throw SlingRefused.notFound("there is no formula " + file.name());
      }
      formula = Formula.read(file.name(), Rules.text("formula " + file.name(), text));
    }
    String prompt = Rules.text("the prompt", Prompt.of(task, project.name(), order, formula));
    if (order.mode() != null && Prompt.steps(prompt).isEmpty()) {
      throw SlingRefused.invalid(
          "mode ralph needs a checklist in the task or the formula: lines that begin with - [ ]");
    }
    return prompt;
  }

  /** Known now: an unknown agent is an error at the source (A8). */
  private static String agent(Connection connection, Project project, SlingOrder order)
      throws SQLException {
    String agent = order.agent() == null ? project.agent() : order.agent();
    if (agent == null) {
      throw SlingRefused.invalid(
          "project %s has no agent of its own; name one with --agent".formatted(project.name()));
    }
    List<String> known = Work.agents(connection);
    if (!known.contains(agent)) {
      String others = known.isEmpty() ? "no runner has told of any" : String.join(", ", known);
      throw SlingRefused.notFound("there is no agent %s; known: %s".formatted(agent, others));
    }
    return agent;
  }

  /** The convoy it is in, or the one that is made for it. */
  private static @Nullable String joined(
      Connection connection, Task task, NewConvoy convoy, String actor) throws SQLException {
    Optional<String> own = Convoys.of(connection, task.id());
    String id = convoy.id();
    if (own.isPresent() || id == null) {
      return own.orElse(null);
    }
    String title = convoy.title() == null ? task.title() : convoy.title();
    Convoys.add(connection, id, title, true, actor);
    Convoys.join(connection, id, task.id());
    return id;
  }

  private static Sql.Call bound(Sql.Call insert, SlingOrder order) throws SQLException {
    SlingOrder.FormulaFile formula = order.formula();
    return insert
        .set("no_merge", order.noMerge())
        .set("owned", order.owned())
        .set("merge", order.merge() == null ? "direct" : order.merge())
        .set("mode", order.mode())
        .set("base_branch", order.baseBranch())
        .set("account", order.account())
        .set("formula", formula == null ? null : formula.name())
        .set("args", order.args())
        .set("vars", JsonText.map(order.vars()));
  }

  /** It is there: at once to the agent, or into the queue. */
  private Slung settled(
      Connection connection, UUID sling, Task task, Project project, @Nullable String convoy)
      throws SQLException {
    if (!task.blockedBy().isEmpty()) {
      String blockers = String.join(", ", task.blockedBy());
      return new Slung(task.id(), Result.BLOCKED, "waits for " + blockers, sling, convoy);
    }
    SchedulerConfig config = configuration.read(connection);
    if (!config.isDirect()) {
      return new Slung(
          task.id(), Result.SCHEDULED, "is scheduled in " + project.name(), sling, convoy);
    }
    if (PauseSwitch.holds(connection)) {
      return new Slung(
          task.id(), Result.SCHEDULED, "waits: the scheduler is paused", sling, convoy);
    }
    Work work = Work.lock(connection, sling).orElseThrow();
    try {
      dispatching.dispatch(connection, work, config);
    } catch (JobRefused e) {
      throw SlingRefused.invalid(String.valueOf(e.getMessage()));
    }
    return new Slung(
        task.id(), Result.DISPATCHED, "is dispatched to " + work.agent(), sling, convoy);
  }
}
