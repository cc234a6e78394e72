package dev.pulse.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.DBOSClient;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * DBOS Transact: each job a workflow without steps. A backlog stands in a queue; a single job is
 * started at once in the process that submits it, which is its quickest way.
 */
final class DbosQueue implements JobQueue {
  private static final String VERSION = "bench";
  private static final Queue QUEUE =
      new Queue("bench").withPollingInterval(Duration.ofMillis(100)).withWorkerConcurrency(256);

  private final HikariDataSource pool;
  private final DBOSClient client;
  private volatile @Nullable Running running;

  /** What is registered. */
  public interface Flow {
    String noop(String args);
  }

  /** It. */
  public static final class NoopFlow implements Flow {
    private final LongConsumer started;

    NoopFlow(LongConsumer started) {
      this.started = started;
    }

    @Override
    @Workflow(name = "noop")
    public String noop(String args) {
      started.accept(JobQueue.tag(args));
      return "";
    }
  }

  private record Running(DBOS dbos, Flow flow) {}

  DbosQueue(String jdbc) {
    this.pool = Arena.pool(jdbc, 48);
    launch(_ -> {}).dbos().shutdown(); // makes its tables
    this.client = new DBOSClient(pool);
  }

  private Running launch(LongConsumer started) {
    var dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(pool).withAppVersion(VERSION));
    dbos.registerQueue(QUEUE);
    Flow flow = dbos.registerProxy(Flow.class, new NoopFlow(started));
    dbos.launch();
    return new Running(dbos, flow);
  }

  @Override
  public String name() {
    return "DBOS Transact";
  }

  @Override
  public String version() {
    return "1.1.0-m6";
  }

  @Override
  public String setup() {
    return "a workflow for each job, queue polled every 100 ms, 256 at a time; rows kept";
  }

  @Override
  public int pace() {
    return 600;
  }

  @Override
  public boolean submitsBatches() {
    return false;
  }

  @Override
  public void clear() throws SQLException {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("TRUNCATE dbos.workflow_status CASCADE");
    }
  }

  @Override
  public void submit(long tag) {
    Running now = running;
    String args = JobQueue.args(tag);
    if (now == null) {
      enqueue(args);
    } else {
      var _ = now.dbos().startWorkflow(() -> now.flow().noop(args), new StartWorkflowOptions());
    }
  }

  private void enqueue(String args) {
    var options =
        new DBOSClient.EnqueueOptions("noop", NoopFlow.class.getName(), QUEUE.name())
            .withAppVersion(VERSION);
    client.enqueueWorkflow(options, new Object[] {args});
  }

  @Override
  public void submitAll(long first, int count) {
    for (int at = 0; at < count; at++) {
      enqueue(JobQueue.args(first + at));
    }
  }

  @Override
  public Working work(LongConsumer started, Shape shape, int others) {
    Running now = launch(started);
    running = now;
    return () -> {
      running = null;
      now.dbos().shutdown();
    };
  }

  @Override
  public void close() {
    client.close();
    pool.close();
  }
}
