package dev.pulse.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson.JacksonJsonMapper;

/** JobRunr, which polls every five seconds at best and fetches again while it finds work. */
final class JobRunrQueue implements JobQueue {
  private static final int WORKERS = 64;

  private final HikariDataSource pool;
  private final JacksonJsonMapper json = new JacksonJsonMapper();
  private final PostgresStorageProvider storage;
  private final JobRequestScheduler scheduler;
  private volatile LongConsumer started = _ -> {};

  /** What a job is given. */
  public static final class Noop implements JobRequest {
    private static final long serialVersionUID = 1L;

    public String args = "";

    @Override
    public Class<NoopHandler> getJobRequestHandler() {
      return NoopHandler.class;
    }
  }

  /** Runs it. */
  public static final class NoopHandler implements JobRequestHandler<Noop> {
    private final LongConsumer started;

    NoopHandler(LongConsumer started) {
      this.started = started;
    }

    @Override
    public void run(Noop noop) {
      started.accept(JobQueue.tag(noop.args));
    }
  }

  JobRunrQueue(String jdbc) {
    this.pool = Arena.pool(jdbc, WORKERS);
    this.storage = new PostgresStorageProvider(pool);
    storage.setJobMapper(new JobMapper(json));
    this.scheduler = new JobRequestScheduler(storage);
  }

  @Override
  public String name() {
    return "JobRunr";
  }

  @Override
  public String version() {
    return "8.7.0";
  }

  @Override
  public String setup() {
    return WORKERS + " workers on virtual threads, polls every 5 s (the least); rows kept";
  }

  @Override
  public int pace() {
    return 1_500;
  }

  @Override
  public void clear() throws SQLException {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("TRUNCATE jobrunr_jobs");
    }
  }

  @Override
  public void submit(long tag) {
    scheduler.enqueue(request(tag));
  }

  @Override
  public void submitAll(long first, int count) {
    for (int done = 0; done < count; done += 1000) {
      scheduler.enqueue(
          LongStream.range(first + done, first + Math.min(count, done + 1000))
              .mapToObj(JobRunrQueue::request));
    }
  }

  private static Noop request(long tag) {
    var noop = new Noop();
    noop.args = JobQueue.args(tag);
    return noop;
  }

  @Override
  public Working work(LongConsumer started, Shape shape, int others) {
    this.started = started;
    var server =
        new BackgroundJobServer(
            storage,
            json,
            new JobActivator() {
              @Override
              public <T> T activateJob(Class<T> type) {
                return type.cast(new NoopHandler(JobRunrQueue.this.started));
              }
            },
            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andPollInterval(Duration.ofSeconds(5))
                .andWorkerCount(WORKERS)
                .andInterruptJobsAwaitDurationOnStopBackgroundJobServer(Duration.ofSeconds(20)));
    server.start();
    return server::stop;
  }

  @Override
  public void close() {
    scheduler.shutdown();
    pool.close();
  }
}
