package dev.pulse.benchmarks;

import dev.pulse.JobRequest;
import dev.pulse.NewRun;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Runs over gRPC on one machine: how many chains of three jobs a second from start to completion,
 * and how long from the delivery of a signal to the start of the handler it wakes, on an idle
 * system and while many other runs wait.
 */
public final class RunBench {
  private final Pulse pulse;
  private final BenchDatabase bench;

  private RunBench(Pulse pulse, BenchDatabase bench) {
    this.pulse = pulse;
    this.bench = bench;
  }

  public static void main(String[] arguments) throws Exception {
    int chains = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
    int waiting = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20_000;
    try (var bench = new BenchDatabase();
        var server = new PulseServer(ServerConfig.local(0), bench.database());
        var pulse = Pulse.connect("127.0.0.1:" + server.port())) {
      var runs = new RunBench(pulse, bench);
      runs.chains(chains / 5);
      for (int round = 0; round < 3; round++) {
        runs.chains(chains);
      }
      runs.wake(200);
      runs.wake(1_000);
      runs.crowd(waiting);
      runs.wake(1_000);
    }
  }

  private void chains(int count) throws InterruptedException {
    var left = new CountDownLatch(count);
    long commits = bench.number(COMMITS);
    long wal = bench.wal();
    long start = System.nanoTime();
    try (Worker worker =
            pulse
                .worker()
                .topic("chain")
                .concurrency(500)
                .handle("step", _ -> Outcome.done())
                .handle("last", _ -> Outcome.done())
                .start();
        var threads = Executors.newFixedThreadPool(16)) {
      for (int each = 0; each < count; each++) {
        threads.execute(
            () -> {
              pulse.runs().start(chain());
              left.countDown();
            });
      }
      left.await();
      while (bench.number("SELECT count(*) FROM pulse.run WHERE status = 'running'") > 0) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          "chains of three jobs, started and completed: %,.0f runs/s, %,.0f nodes/s,"
              + " %.2f transactions and %,d bytes of WAL a run (%s)%n",
          count / seconds,
          3 * count / seconds,
          (bench.number(COMMITS) - commits) / (double) count,
          (bench.wal() - wal) / count,
          worker.name());
    }
  }

  private static final String COMMITS =
      "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()";

  private static NewRun chain() {
    return NewRun.of("chain")
        .chain()
        .job("one", JobRequest.of("step", null, options -> options.topic("chain")))
        .job("two", JobRequest.of("step", null, options -> options.topic("chain")))
        .job("three", JobRequest.of("last", null, options -> options.topic("chain")));
  }

  private static NewRun gated(String topic) {
    return NewRun.of("gated")
        .chain()
        .await("gate", "go")
        .job("work", JobRequest.of("woken", null, options -> options.topic(topic)));
  }

  /** One at a time, so that every delivery finds an idle system. */
  private void wake(int count) throws InterruptedException {
    ConcurrentMap<UUID, CountDownLatch> woken = new ConcurrentHashMap<>();
    long[] nanos = new long[count];
    try (Worker worker =
        pulse
            .worker()
            .topic("wake")
            .handle(
                "woken",
                job -> {
                  UUID run = job.node().orElseThrow().runId();
                  woken.computeIfAbsent(run, _ -> new CountDownLatch(1)).countDown();
                  return Outcome.done();
                })
            .start()) {
      for (int at = 0; at < count; at++) {
        UUID run = pulse.runs().start(gated("wake"));
        long start = System.nanoTime();
        pulse.runs().signal(run, "go", 1);
        woken.computeIfAbsent(run, _ -> new CountDownLatch(1)).await(10, TimeUnit.SECONDS);
        nanos[at] = System.nanoTime() - start;
      }
      System.out.printf("worker %s done%n", worker.name());
    }
    Arrays.sort(nanos);
    System.out.printf(
        "deliver -> handler start, idle: p50 %.2f ms, p99 %.2f ms, most %.2f ms (%d runs)%n",
        nanos[count / 2] / 1e6, nanos[count * 99 / 100] / 1e6, nanos[count - 1] / 1e6, count);
  }

  private void crowd(int count) {
    long start = System.nanoTime();
    try (var threads = Executors.newFixedThreadPool(16)) {
      for (int each = 0; each < count; each++) {
        threads.execute(() -> pulse.runs().start(gated("never")));
      }
    }
    System.out.printf(
        "%,d waiting runs made, %,.0f a second%n",
        count, count / ((System.nanoTime() - start) / 1e9));
  }
}
