package dev.pulse.server.sling;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.PulseDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Slings on a database of their own, emptied before each test, with a runner by hand. */
final class Town implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback {
  private final PulseDatabase pulse = new PulseDatabase();
  private Jobs jobs;
  private Slings slings;
  private long runner;

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    pulse.beforeAll(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    execute(
        """
        TRUNCATE pulse.job, pulse.ready, pulse.later, pulse.running, pulse.finished, pulse.attempt,
          pulse.worker, pulse.held_key, pulse.limit_rule, pulse.status_document, pulse.task,
          pulse.task_dependency, pulse.project, pulse.sling, pulse.convoy_member, pulse.convoy,
          pulse.config, pulse.scheduler_pause, pulse.scheduler_cycle
        """);
    jobs = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1));
    slings = new Slings(pulse.database(), jobs, JobConfig.DEFAULT.retention());
    knows("coder", "{\"limits\":[\"claude\"]}");
    slings.add(new Project("gastown", "gt", "/repos/gastown", "coder", "main", null));
    slings.add(new Project("beads", "bd", "/repos/beads", "coder", "trunk", null));
    runner =
        jobs.register(
            new NewWorker("runner", List.of("agents"), List.of("agent"), Duration.ofSeconds(30)));
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    pulse.afterAll(context);
  }

  Jobs jobs() {
    return jobs;
  }

  Slings slings() {
    return slings;
  }

  Database database() {
    return pulse.database();
  }

  /** What another server on the same database has of it. */
  Slings elsewhere() {
    var other = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(2));
    return new Slings(pulse.database(), other, JobConfig.DEFAULT.retention());
  }

  void knows(String agent, String document) {
    execute(
        "INSERT INTO pulse.status_document (kind, name, updated_by, document) VALUES ('agent', '%s', 'test', '%s')"
            .formatted(agent, document));
  }

  void forgets(String agent) {
    execute("DELETE FROM pulse.status_document WHERE name = '%s'".formatted(agent));
  }

  void set(String setting, Object value) {
    slings.set("scheduler." + setting, value.toString(), "ann");
  }

  String task(String id, String... dependsOn) {
    return slings
        .add(
            new NewTask(
                id, null, "Do " + id, "", "task", null, List.of(), List.of(dependsOn), null))
        .id();
  }

  Slung sling(String task) {
    return slings.sling(SlingOrder.of(task), "ann").getFirst();
  }

  List<Assignment> claim(int slots) {
    return jobs.claim("agents", LongStream.generate(() -> runner).limit(slots).toArray(), true);
  }

  void report(Assignment job, Outcome outcome) {
    jobs.report(List.of(new Report(job.lease(), outcome)));
  }

  /** Everything that was dispatched is done. */
  void work() {
    for (List<Assignment> some = claim(10); !some.isEmpty(); some = claim(10)) {
      some.forEach(job -> report(job, new Outcome.Succeeded("{\"outcome\":\"DONE\"}")));
    }
  }

  void execute(String sql) {
    database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute(sql);
              }
            });
  }

  String text(String sql) {
    return database()
        .call(
            connection -> {
              try (var statement = connection.createStatement();
                  var rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getString(1);
              }
            });
  }

  long number(String sql) {
    return Long.parseLong(text(sql));
  }
}
