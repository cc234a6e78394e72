package dev.pulse.server.job;

import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.PulseDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The kernel on a database of its own, emptied before each test, with shorthands for its verbs. */
final class Kernel implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback {
  private final PulseDatabase pulse = new PulseDatabase();
  private Jobs jobs;

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    pulse.beforeAll(context);
    jobs = fresh();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    execute(
        """
        TRUNCATE pulse.job, pulse.ready, pulse.later, pulse.running, pulse.finished,
          pulse.attempt, pulse.attempt_log, pulse.worker, pulse.held_key, pulse.topic,
          pulse.limit_rule, pulse.limit_use
        """);
    jobs = fresh();
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    pulse.afterAll(context);
  }

  Jobs jobs() {
    return jobs;
  }

  /** Another server on the same database. */
  Jobs fresh() {
    return new Jobs(database(), JobConfig.DEFAULT, new Random(1));
  }

  Database database() {
    return pulse.database();
  }

  String url() {
    return pulse.url();
  }

  UUID submit(NewJob job) {
    return jobs.submit(job).id();
  }

  UUID submit(String name) {
    return submit(NewJob.named(name));
  }

  long worker(String name) {
    return jobs.register(
        new NewWorker(name, List.of("default"), List.of(), Duration.ofSeconds(30)));
  }

  List<Assignment> claim(long worker, int slots) {
    return jobs.claim("default", LongStream.generate(() -> worker).limit(slots).toArray(), false);
  }

  Assignment claimOne(long worker) {
    return claim(worker, 1).getFirst();
  }

  Ack report(Assignment assignment, Outcome outcome) {
    return report(assignment.lease(), outcome);
  }

  Ack report(Lease lease, Outcome outcome) {
    return jobs.report(List.of(new Report(lease, outcome))).getFirst();
  }

  Job job(UUID id) {
    return jobs.find(id).orElseThrow();
  }

  List<String> history(UUID id) {
    return jobs.attempts(id).stream()
        .map(attempt -> attempt.number() + " " + attempt.outcome())
        .toList();
  }

  /** Moves everything that waits for a time closer by that much: the clock jumps ahead. */
  void advance(Duration by) {
    long micros = by.toNanos() / 1_000;
    execute("UPDATE pulse.later SET run_at = run_at - %d * interval '1 us'".formatted(micros));
    execute(
        "UPDATE pulse.worker SET lease_until = lease_until - %d * interval '1 us'"
            .formatted(micros));
  }

  /** The clock jumps ahead and what is due by then is ready. */
  int advanceAndPromote(Duration by) {
    advance(by);
    return jobs.promote(1000, true);
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
