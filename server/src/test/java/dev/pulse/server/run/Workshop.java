package dev.pulse.server.run;

import dev.pulse.server.job.Ack;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.PulseDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs on a database of their own, emptied before each test, with a worker by hand. */
final class Workshop implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback {
  static final Delivery.Sender ANN = new Delivery.Sender("ann", Delivery.Via.API);

  private final PulseDatabase pulse = new PulseDatabase();
  private Jobs jobs;
  private Runs runs;
  private long worker;

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    pulse.beforeAll(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    execute(
        """
        TRUNCATE pulse.job, pulse.ready, pulse.later, pulse.running, pulse.finished, pulse.attempt,
          pulse.worker, pulse.held_key, pulse.topic, pulse.run, pulse.run_node, pulse.run_work,
          pulse.wait, pulse.run_event, pulse.run_memory
        """);
    Server server = server();
    jobs = server.jobs();
    runs = server.runs();
    worker = register();
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    pulse.afterAll(context);
  }

  /** What one server has of it. */
  record Server(Jobs jobs, Runs runs) {}

  Server server() {
    var other = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1));
    return new Server(other, new Runs(pulse.database(), other, JobConfig.DEFAULT.retention()));
  }

  Jobs jobs() {
    return jobs;
  }

  Runs runs() {
    return runs;
  }

  Database database() {
    return pulse.database();
  }

  long register() {
    return jobs.register(new NewWorker("w", List.of("default"), List.of(), Duration.ofSeconds(30)));
  }

  static NewNode job(String id, String... after) {
    return new NewNode(
        id, after.length == 0 ? null : List.of(after), new NewNode.RunJob(NewJob.named(id)));
  }

  static NewNode awaiting(String id, String signal, String... after) {
    return awaiting(id, signal, Duration.ofHours(1), after);
  }

  static NewNode awaiting(String id, String signal, Duration expiresIn, String... after) {
    return new NewNode(
        id, after.length == 0 ? null : List.of(after), new NewNode.Await(signal, expiresIn, null));
  }

  UUID start(NewNode... nodes) {
    return runs.start(new NewRun(null, "test", Arrays.asList(nodes))).id();
  }

  UUID chain(NewNode... nodes) {
    return runs.start(NewRun.chained(null, "test", Arrays.asList(nodes))).id();
  }

  List<Assignment> claim(int slots) {
    return jobs.claim("default", LongStream.generate(() -> worker).limit(slots).toArray(), true);
  }

  /** The one job that can be claimed. */
  Assignment claim() {
    List<Assignment> claimed = claim(2);
    if (claimed.size() != 1) {
      throw new AssertionError("not one job but " + claimed);
    }
    return claimed.getFirst();
  }

  Ack report(Assignment job, Outcome outcome) {
    return report(job.lease(), outcome, null);
  }

  Ack report(Lease lease, Outcome outcome, StageNote note) {
    return jobs.report(List.of(new Report(lease, outcome, note))).getFirst();
  }

  Ack done(Assignment job, String result) {
    return report(job, new Outcome.Succeeded(result));
  }

  Ack suspend(Assignment job, String signal) {
    return suspend(job, signal, Duration.ofHours(1), false);
  }

  Ack suspend(Assignment job, String signal, Duration expiresIn, boolean wakes) {
    return report(
        job.lease(),
        new Outcome.Suspended("{\"suspended\":\"" + signal + "\"}"),
        new StageNote(new StageNote.Ask(signal, expiresIn, null, wakes), List.of()));
  }

  String deliver(UUID run, String signal, String payload) {
    return runs.deliver(run, new Delivery(signal, payload, null, null, ANN));
  }

  Run run(UUID id) {
    return runs.find(id).orElseThrow();
  }

  Run.Node node(UUID run, String node) {
    return run(run).nodes().stream()
        .filter(each -> each.id().equals(node))
        .findFirst()
        .orElseThrow();
  }

  /** {@code a completed, b waiting}: every node of the run, in order. */
  String nodes(UUID run) {
    return String.join(
        ", ",
        run(run).nodes().stream().map(node -> node.id() + " " + node.status().text()).toList());
  }

  List<String> events(UUID run) {
    return runs.events(run, 0, 1000).stream()
        .map(event -> event.nodeId() == null ? event.type() : event.type() + " " + event.nodeId())
        .toList();
  }

  /** The clock jumps ahead for every wait. */
  void advance(Duration by) {
    execute(
        "UPDATE pulse.wait SET expires_at = expires_at - %d * interval '1 ms'"
            .formatted(by.toMillis()));
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

  long number(String sql) {
    return database()
        .call(
            connection -> {
              try (var statement = connection.createStatement();
                  var rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getLong(1);
              }
            });
  }
}
