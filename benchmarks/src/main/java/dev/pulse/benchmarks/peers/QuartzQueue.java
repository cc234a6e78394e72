package dev.pulse.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** Quartz with its JDBC store, clustered: one durable job, and a trigger for each time it runs. */
final class QuartzQueue implements JobQueue {
  private static final int THREADS = 20;
  private static final String SCHEMA = "org/quartz/impl/jdbcjobstore/tables_postgres.sql";

  private final HikariDataSource pool;
  private final Scheduler scheduler;
  private final JobDetail noop =
      JobBuilder.newJob(Job.class).withIdentity("noop").storeDurably().build();
  private final AtomicLong triggers = new AtomicLong();
  private volatile LongConsumer started = _ -> {};

  QuartzQueue(String jdbc) throws IOException, SQLException, SchedulerException {
    this.pool = Arena.pool(jdbc, 4);
    execute(schema());
    this.scheduler = new StdSchedulerFactory(properties(jdbc)).getScheduler();
    scheduler.setJobFactory(
        (_, _) ->
            context ->
                started.accept(
                    JobQueue.tag(context.getTrigger().getJobDataMap().getString("args"))));
    scheduler.addJob(noop, true);
  }

  private static String schema() throws IOException {
    try (InputStream in = QuartzQueue.class.getClassLoader().getResourceAsStream(SCHEMA)) {
      if (in == null) {
        throw new IOException("Quartz brings no tables for Postgres");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Properties properties(String jdbc) {
    var properties = new Properties();
    properties.putAll(
        Map.of(
            "org.quartz.scheduler.instanceName", "bench",
            "org.quartz.scheduler.instanceId", "AUTO",
            "org.quartz.scheduler.idleWaitTime", "1000",
            "org.quartz.scheduler.batchTriggerAcquisitionMaxCount", String.valueOf(THREADS),
            "org.quartz.threadPool.threadCount", String.valueOf(THREADS)));
    properties.putAll(
        Map.of(
            "org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX",
            "org.quartz.jobStore.driverDelegateClass",
                "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate",
            "org.quartz.jobStore.useProperties", "true",
            "org.quartz.jobStore.isClustered", "true",
            "org.quartz.jobStore.acquireTriggersWithinLock", "true",
            "org.quartz.jobStore.dataSource", "bench"));
    properties.putAll(
        Map.of(
            "org.quartz.dataSource.bench.provider",
            "hikaricp",
            "org.quartz.dataSource.bench.driver",
            "org.postgresql.Driver",
            "org.quartz.dataSource.bench.URL",
            jdbc,
            "org.quartz.dataSource.bench.maxConnections",
            String.valueOf(THREADS + 5)));
    return properties;
  }

  @Override
  public String name() {
    return "Quartz";
  }

  @Override
  public String version() {
    return "2.5.2";
  }

  @Override
  public String setup() {
    return "JDBC store, clustered, "
        + THREADS
        + " threads, acquires as many triggers; rows deleted";
  }

  @Override
  public int pace() {
    return 100;
  }

  @Override
  public void clear() throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        execute(
            "TRUNCATE qrtz_simple_triggers, qrtz_cron_triggers, qrtz_simprop_triggers,"
                + " qrtz_blob_triggers, qrtz_triggers, qrtz_fired_triggers");
        return;
      } catch (SQLException e) {
        // On standby it still ends what it has begun, and locks in another order.
        if (!"40P01".equals(e.getSQLState()) || tries == 10) {
          throw e;
        }
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void submit(long tag) throws SchedulerException {
    scheduler.scheduleJob(trigger(tag));
  }

  @Override
  public void submitAll(long first, int count) throws SchedulerException {
    for (int done = 0; done < count; done += 1000) {
      Set<Trigger> some = new HashSet<>();
      for (int at = done; at < Math.min(count, done + 1000); at++) {
        some.add(trigger(first + at));
      }
      scheduler.scheduleJobs(Map.of(noop, some), true);
    }
  }

  private Trigger trigger(long tag) {
    return TriggerBuilder.newTrigger()
        .withIdentity(Long.toString(triggers.getAndIncrement()))
        .forJob(noop)
        .usingJobData("args", JobQueue.args(tag))
        .startNow()
        .build();
  }

  @Override
  public Working work(LongConsumer started, Shape shape, int others) throws SchedulerException {
    this.started = started;
    scheduler.start();
    return this::standBy;
  }

  private void standBy() {
    try {
      scheduler.standby();
    } catch (SchedulerException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SchedulerException {
    scheduler.shutdown(true);
    pool.close();
  }
}
