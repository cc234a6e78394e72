package dev.pulse.benchmarks;

import dev.pulse.JobRequest;
import dev.pulse.Json;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * What a user gets over gRPC on one machine: how long from the call of submit to the start of the
 * handler on an idle system, how fast jobs go in, and how fast a backlog is worked off.
 */
public final class WireBench {
  private static final Json ARGS =
      Json.of("{\"customer\":123456789,\"template\":\"welcome-back\",\"locale\":\"de-CH\"}");

  private final Pulse pulse;

  private WireBench(Pulse pulse) {
    this.pulse = pulse;
  }

  public static void main(String[] arguments) throws Exception {
    int total = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    try (var bench = new BenchDatabase();
        var server = new PulseServer(ServerConfig.local(0), bench.database());
        var pulse = Pulse.connect("127.0.0.1:" + server.port())) {
      var wire = new WireBench(pulse);
      List<String> wanted =
          List.of(arguments).subList(Math.min(1, arguments.length), arguments.length);
      if (wanted.isEmpty() || wanted.contains("latency")) {
        wire.latency(500);
        wire.latency(2_000);
      }
      if (wanted.isEmpty() || wanted.contains("submit")) {
        for (int threads : new int[] {1, 8, 64}) {
          wire.submits(threads, 10_000);
        }
      }
      if (wanted.contains("batch")) {
        for (int round = 0; round < 5; round++) {
          wire.backlog(total);
        }
        return;
      }
      wire.backlog(total / 5);
      wire.drain(total / 5);
      for (int round = 0; round < 3; round++) {
        wire.backlog(total);
        wire.drain(total);
      }
    }
  }

  /** One at a time, so that every job finds an idle system. */
  private void latency(int count) throws InterruptedException {
    ConcurrentMap<UUID, CountDownLatch> started = new ConcurrentHashMap<>();
    long[] nanos = new long[count];
    try (Worker _ =
        pulse
            .worker()
            .topic("latency")
            .concurrency(10)
            .handle(
                "noop",
                job -> {
                  started.computeIfAbsent(job.id(), _ -> new CountDownLatch(1)).countDown();
                  return Outcome.done();
                })
            .start()) {
      for (int at = 0; at < count; at++) {
        long start = System.nanoTime();
        UUID id = pulse.submit("noop", ARGS, options -> options.topic("latency")).id();
        started.computeIfAbsent(id, _ -> new CountDownLatch(1)).await(10, TimeUnit.SECONDS);
        nanos[at] = System.nanoTime() - start;
        pulse.handle(id).await(java.time.Duration.ofSeconds(10)); // idle again: its end is on disk
      }
    }
    Arrays.sort(nanos);
    System.out.printf(
        "submit -> handler start, idle: p50 %.2f ms, p99 %.2f ms, most %.2f ms (%d jobs)%n",
        nanos[count / 2] / 1e6, nanos[count * 99 / 100] / 1e6, nanos[count - 1] / 1e6, count);
  }

  private void submits(int threads, int total) throws Exception {
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      long start = System.nanoTime();
      List<Future<?>> futures = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        futures.add(
            pool.submit(
                () -> {
                  for (int each = 0; each < total / threads; each++) {
                    pulse.submit("noop", ARGS, options -> options.topic("parked"));
                  }
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
      System.out.printf(
          "submit, %d threads: %,.0f jobs/s%n",
          threads, total / ((System.nanoTime() - start) / 1e9));
    }
  }

  private void backlog(int total) {
    long start = System.nanoTime();
    for (int done = 0; done < total; done += 10_000) {
      pulse.submitAll(
          Collections.nCopies(
              10_000, JobRequest.of("noop", ARGS, options -> options.topic("drain"))));
    }
    System.out.printf("submitAll: %,.0f jobs/s%n", total / ((System.nanoTime() - start) / 1e9));
  }

  private void drain(int total) throws InterruptedException {
    var left = new CountDownLatch(total);
    long start = System.nanoTime();
    var workers = new ArrayList<Worker>();
    for (int each = 0; each < 2; each++) {
      workers.add(
          pulse
              .worker()
              .topic("drain")
              .concurrency(1000)
              .handle(
                  "noop",
                  _ -> {
                    left.countDown();
                    return Outcome.done();
                  })
              .start());
    }
    left.await();
    workers.forEach(Worker::close);
    System.out.printf(
        "drain, 2 workers of 1000, results acknowledged: %,.0f jobs/s%n",
        total / ((System.nanoTime() - start) / 1e9));
  }
}
