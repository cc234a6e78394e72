package dev.pulse.benchmarks;

import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

/** What the kernel alone can do, without any wire: submit, claim and complete in batches. */
public final class KernelBench {
  private static final String ARGS =
      "{\"customer\":123456789,\"template\":\"welcome-back\",\"locale\":\"de-CH\",\"tag\":\"spring\"}";
  private static final int BATCH = 500;

  private final BenchDatabase bench;
  private final Jobs jobs;

  private KernelBench(BenchDatabase bench) {
    this.bench = bench;
    this.jobs = new Jobs(bench.database(), JobConfig.DEFAULT, RandomGenerator.getDefault());
  }

  public static void main(String[] arguments) throws Exception {
    int total = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200_000;
    try (var bench = new BenchDatabase()) {
      var kernel = new KernelBench(bench);
      kernel.submit(20_000, 2);
      kernel.drain(2);
      for (int round = 0; round < 3; round++) {
        kernel.round(total, false);
        kernel.round(total, true);
      }
    }
  }

  private void round(int total, boolean held) throws Exception {
    bench.execute("CHECKPOINT");
    long wal = bench.wal();
    double submitted = total / seconds(() -> submit(total, 2));
    long afterSubmit = bench.wal();
    try (Connection snapshot = held ? holdSnapshot() : null) {
      double drained = total / seconds(() -> drain(2));
      System.out.printf(
          "submit %,.0f/s (%d WAL bytes a job), claim+complete %,.0f/s (%d WAL bytes a job)%s%n",
          submitted,
          (afterSubmit - wal) / total,
          drained,
          (bench.wal() - afterSubmit) / total,
          snapshot == null ? "" : ", an old snapshot held");
    }
  }

  private Connection holdSnapshot() throws SQLException {
    Connection connection = bench.database().dedicated();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (var statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
    return connection;
  }

  private int submit(int total, int threads) throws Exception {
    NewJob job = NewJob.named("noop").but().args(ARGS).build();
    return together(
        threads,
        () -> {
          for (int done = 0; done < total / threads; done += BATCH) {
            jobs.submit(Collections.nCopies(BATCH, job));
          }
          return total / threads;
        });
  }

  private int drain(int threads) throws Exception {
    return together(
        threads,
        () -> {
          long worker =
              jobs.register(
                  new NewWorker("bench", List.of("default"), List.of(), Duration.ofHours(1)));
          long[] slots = new long[BATCH];
          Arrays.fill(slots, worker);
          int done = 0;
          List<Assignment> claimed = jobs.claim("default", slots, true);
          while (!claimed.isEmpty()) {
            jobs.report(
                claimed.stream()
                    .map(each -> new Report(each.lease(), new Outcome.Succeeded("{\"ok\":true}")))
                    .toList());
            done += claimed.size();
            claimed = jobs.claim("default", slots, false);
          }
          return done;
        });
  }

  private static int together(int threads, Callable<Integer> work) throws Exception {
    try (var pool = Executors.newFixedThreadPool(threads)) {
      List<Future<Integer>> futures = new ArrayList<>();
      for (int each = 0; each < threads; each++) {
        futures.add(pool.submit(work));
      }
      int sum = 0;
      for (Future<Integer> future : futures) {
        sum += future.get();
      }
      return sum;
    }
  }

  private static double seconds(Callable<Integer> work) throws Exception {
    long start = System.nanoTime();
    work.call();
    return (System.nanoTime() - start) / 1e9;
  }
}
