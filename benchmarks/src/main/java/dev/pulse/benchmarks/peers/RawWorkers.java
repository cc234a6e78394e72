package dev.pulse.benchmarks.peers;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import javax.sql.DataSource;

/**
 * Two connections that claim and complete until they are told to stop: the least a queue can do.
 */
final class RawWorkers implements Working {
  static final int BATCH = 500;
  private static final int CLIENTS = 2;

  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
  private final AtomicBoolean stop = new AtomicBoolean();

  /** One claim and its completion; answers how many. */
  interface Step {
    int run(Connection connection, LongConsumer started) throws SQLException;
  }

  RawWorkers(DataSource source, Step step, LongConsumer started) {
    for (int client = 0; client < CLIENTS; client++) {
      var _ =
          threads.submit(
              () -> {
                try (Connection connection = source.getConnection()) {
                  while (!stop.get()) {
                    if (step.run(connection, started) == 0) {
                      Thread.sleep(1);
                    }
                  }
                }
                return null;
              });
    }
  }

  @Override
  public void close() {
    stop.set(true);
    threads.close();
  }
}
