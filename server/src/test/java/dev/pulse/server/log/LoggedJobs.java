package dev.pulse.server.log;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.postgres.PulseDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Jobs that log, on a database of their own, with two servers that read and write their logs. */
final class LoggedJobs
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
  final PulseDatabase pulse = new PulseDatabase();
  Jobs jobs;
  AttemptLogs logs;
  AttemptLogs elsewhere;
  private long worker;

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    pulse.beforeAll(context);
    jobs = new Jobs(pulse.database(), JobConfig.DEFAULT, new Random(1));
    worker =
        jobs.register(new NewWorker("w", List.of("default"), List.of(), Duration.ofMinutes(9)));
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    execute(
        """
        TRUNCATE pulse.job, pulse.ready, pulse.later, pulse.running, pulse.finished,
          pulse.attempt, pulse.attempt_log
        """);
    logs = new AttemptLogs(pulse.database());
    elsewhere = new AttemptLogs(pulse.database());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    logs.close();
    elsewhere.close();
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    pulse.afterAll(context);
  }

  UUID submit() {
    return jobs.submit(NewJob.named("j")).id();
  }

  Assignment claim() {
    return jobs.claim("default", new long[] {worker}, true).getFirst();
  }

  void end(Lease lease, Outcome outcome) {
    jobs.report(List.of(new Report(lease, outcome)));
  }

  /** Makes what is not due yet start now. */
  Assignment claimLater() {
    execute("UPDATE pulse.later SET run_at = now()");
    jobs.promote(1000, true);
    return claim();
  }

  /** Writes a text whose bytes are its characters, at that place. */
  long write(Lease lease, long starts, String text) {
    return write(lease, starts, 0, text);
  }

  long write(Lease lease, long starts, long wholeFrom, String text) {
    long ends = starts + text.getBytes(StandardCharsets.UTF_8).length;
    logs.append(new LogChunk(lease, starts, ends, wholeFrom, text)).join();
    return ends;
  }

  String read(UUID id, int attempt) {
    var text = new StringBuilder();
    try (LogReader reader = logs.reader(id, attempt, null)) {
      while (reader.next(Duration.ZERO) instanceof News.Text(_, _, String more)) {
        text.append(more);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return text.toString();
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
