package dev.pulse.server.rest;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.log.AttemptLogs;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.PulseDatabase;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The API on a database of its own, emptied before each test, with shorthands. */
final class Api implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback {
  static final String JOBS = "/Pulse/v1/jobs";

  private final PulseDatabase pulse = new PulseDatabase();
  private ApiServer server;

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    pulse.beforeAll(context);
    server = new ApiServer(pulse.database());
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    execute(
        """
        TRUNCATE pulse.job, pulse.ready, pulse.later, pulse.running, pulse.finished,
          pulse.attempt, pulse.worker, pulse.held_key, pulse.topic, pulse.schedule, pulse.pause,
          pulse.status_document, pulse.attempt_log,
          pulse.task, pulse.task_dependency, pulse.project, pulse.sling, pulse.convoy_member,
          pulse.convoy, pulse.config, pulse.scheduler_pause, pulse.scheduler_cycle, pulse.limit_rule,
          pulse.run, pulse.run_node, pulse.run_work, pulse.wait, pulse.run_event, pulse.run_memory
        """);
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    server.close();
    pulse.afterAll(context);
  }

  Jobs jobs() {
    return server.jobs;
  }

  AttemptLogs logs() {
    return server.logs;
  }

  RestApi rest() {
    return server.rest;
  }

  Health health() {
    return server.health;
  }

  int port() {
    return server.port();
  }

  /** Another pool on the same database. */
  Database connect(int connections) {
    return Database.open(pulse.url(), connections);
  }

  void poll() {
    server.poll();
  }

  Reply get(String path) {
    return server.get(path);
  }

  Reply post(String path, String body) {
    return server.post(path, body);
  }

  Reply post(String path) {
    return server.send(request(path).POST(BodyPublishers.noBody()));
  }

  HttpRequest.Builder request(String path) {
    return server.request(path);
  }

  Reply send(HttpRequest.Builder request) {
    return server.send(request);
  }

  /** Submits and answers the id. */
  UUID submit(String job) {
    return UUID.fromString(post(JOBS, job).json().path("id").asText());
  }

  Assignment claim(String topic) {
    long worker =
        jobs().register(new NewWorker("w1", List.of(topic), List.of(), Duration.ofSeconds(30)));
    return jobs().claim(topic, new long[] {worker}, true).getFirst();
  }

  void report(Assignment assignment, Outcome outcome) {
    jobs().report(List.of(new Report(assignment.lease(), outcome)));
  }

  /** A job of that name that used up its only attempt. */
  UUID dead(String name, String topic) {
    UUID id =
        submit("{\"name\":\"%s\",\"topic\":\"%s\",\"max_attempts\":1}".formatted(name, topic));
    report(claim(topic), new Outcome.Failed("boom"));
    return id;
  }

  long number(String sql) {
    return pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement();
                  var rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getLong(1);
              }
            });
  }

  void execute(String sql) {
    pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute(sql);
              }
            });
  }
}
