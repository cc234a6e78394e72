package dev.pulse.server.rooms;

import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.limit.Limits;
import dev.pulse.server.log.AttemptLogs;
import dev.pulse.server.metrics.Metrics;
import dev.pulse.server.minute.Minutes;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.run.Runs;
import dev.pulse.server.schedule.Schedules;
import dev.pulse.server.sling.Slings;
import dev.pulse.server.status.StatusDocuments;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** The doors of the rooms on one database, and what they tell each other. */
public record Rooms(
    Jobs jobs,
    Schedules schedules,
    Runs runs,
    Limits limits,
    AttemptLogs logs,
    StatusDocuments statuses,
    Slings slings,
    Minutes minutes,
    Dispatcher dispatcher)
    implements AutoCloseable {

  /** Opens them; nothing happens by itself yet, that is the upkeep's part. */
  public static Rooms open(
      Database database, JobConfig config, Metrics metrics, InstantSource clock, Executor threads) {
    var jobs = new Jobs(database, config, RandomGenerator.getDefault());
    var limits = new Limits(database);
    var dispatcher = new Dispatcher(database, jobs, metrics, clock, threads);
    limits.onChange(dispatcher::limitsChanged);
    var runs = new Runs(database, jobs, config.retention());
    runs.onCancel(dispatcher::cancel);
    var slings = new Slings(database, jobs, config.retention());
    slings.onLimitChange(dispatcher::limitsChanged);
    return new Rooms(
        jobs,
        new Schedules(database, jobs),
        runs,
        limits,
        new AttemptLogs(database),
        new StatusDocuments(database),
        slings,
        new Minutes(database, jobs, metrics::tally),
        dispatcher);
  }

  /** No more claims, and nobody waits any longer for something to happen. */
  public void drain() {
    dispatcher.drain();
    logs.release();
    runs.drain();
    slings.drain();
  }

  @Override
  public void close() {
    dispatcher.close();
    logs.close();
  }
}
