package dev.pulse.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** db-scheduler: lock-and-fetch with prefetch, immediate execution; it deletes what is done. */
final class DbScheduler implements JobQueue {
  private static final int THREADS = 32;

  private static final String TABLE =
      """
      CREATE TABLE scheduled_tasks (
        task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,
        execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text,
        last_success timestamptz, last_failure timestamptz, consecutive_failures int,
        last_heartbeat timestamptz, version bigint NOT NULL, priority smallint,
        PRIMARY KEY (task_name, task_instance));
      CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
      CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)
      """;

  private final HikariDataSource pool;
  private final AtomicLong instances = new AtomicLong();
  private volatile LongConsumer started = _ -> {};
  private final OneTimeTask<String> task =
      Tasks.oneTime("noop", String.class)
          .execute((instance, _) -> started.accept(JobQueue.tag(instance.getData())));
  private final SchedulerClient outside;
  private volatile @Nullable Scheduler running;

  DbScheduler(String jdbc) throws SQLException {
    this.pool = Arena.pool(jdbc, THREADS + 8);
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    this.outside = SchedulerClient.Builder.create(pool, task).build();
  }

  @Override
  public String name() {
    return "db-scheduler";
  }

  @Override
  public String version() {
    return "16.12.0";
  }

  @Override
  public String setup() {
    return THREADS + " threads, lock-and-fetch 0.5 to 4.0, immediate execution; rows deleted";
  }

  @Override
  public int pace() {
    return 5_000;
  }

  @Override
  public Set<Shape> shapes() {
    return Set.of(Shape.PLAIN, Shape.NOT_DUE);
  }

  @Override
  public void clear() throws SQLException {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("TRUNCATE scheduled_tasks");
    }
  }

  /** A running scheduler is told of what is submitted through it; without one the table waits. */
  @Override
  public void submit(long tag) {
    Scheduler scheduler = running;
    SchedulerClient client = scheduler == null ? outside : scheduler;
    client.scheduleIfNotExists(instance(tag), Instant.now());
  }

  @Override
  public void submitAll(long first, int count) {
    submitAll(first, count, Duration.ZERO);
  }

  private void submitAll(long first, int count, Duration delay) {
    for (int done = 0; done < count; done += 1000) {
      var instances = new ArrayList<TaskInstance<?>>();
      for (int at = 0; at < Math.min(1000, count - done); at++) {
        instances.add(instance(first + done + at));
      }
      outside.scheduleBatch(instances, Instant.now().plus(delay));
    }
  }

  private TaskInstance<String> instance(long tag) {
    return task.instance(Long.toString(instances.getAndIncrement()), JobQueue.args(tag));
  }

  @Override
  public void fill(int jobs, Shape shape, int others) {
    if (shape == Shape.NOT_DUE) {
      submitAll(0, others, Duration.ofDays(1));
    }
    submitAll(0, jobs);
  }

  @Override
  public Working work(LongConsumer started, Shape shape, int others) {
    this.started = started;
    Scheduler scheduler =
        Scheduler.create(pool, task)
            .threads(THREADS)
            .pollUsingLockAndFetch(0.5, 4.0)
            .pollingInterval(Duration.ofSeconds(1))
            .enableImmediateExecution()
            .shutdownMaxWait(Duration.ofSeconds(2))
            .build();
    scheduler.start();
    running = scheduler;
    return () -> {
      running = null;
      scheduler.stop();
    };
  }

  @Override
  public void close() {
    pool.close();
  }
}
