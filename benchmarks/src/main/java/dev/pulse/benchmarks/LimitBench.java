package dev.pulse.benchmarks;

import dev.pulse.JobRequest;
import dev.pulse.Json;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.job.Assignment;
import dev.pulse.server.job.JobConfig;
import dev.pulse.server.job.Jobs;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.NewWorker;
import dev.pulse.server.job.Outcome;
import dev.pulse.server.job.Report;
import dev.pulse.server.limit.Change;
import dev.pulse.server.limit.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/**
 * What a limit costs (D2): the same backlog worked off over gRPC, without limits and with one that
 * lets a hundred run, in turns. A worker of fifty slots never meets the limit: that ratio is the
 * price of carrying it. One of a hundred does, because a job counts until its end is on disk: that
 * ratio has in it what the limit forbids. The ratios count, not the speeds.
 */
public final class LimitBench {
  private static final Json ARGS = Json.of("{\"customer\":123456789,\"locale\":\"de-CH\"}");
  private static final int SLOTS = 100;

  private final Pulse pulse;

  private LimitBench(Pulse pulse) {
    this.pulse = pulse;
  }

  public static void main(String[] arguments) throws Exception {
    int total = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 50_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    kernel(total, rounds);
    try (var bench = new BenchDatabase();
        var server = new PulseServer(ServerConfig.local(0), bench.database());
        var pulse = Pulse.connect("127.0.0.1:" + server.port())) {
      pulse.limits().set("hundred", limit -> limit.maxRunning(SLOTS));
      var wire = new LimitBench(pulse);
      for (int slots : new int[] {SLOTS / 2, SLOTS}) {
        wire.drain(total, slots, false);
        wire.drain(total, slots, true);
        wire.compare(total, slots, rounds);
      }
    }
  }

  private void compare(int total, int slots, int rounds) throws InterruptedException {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      double plain = drain(total, slots, false);
      double limited = drain(total, slots, true);
      ratios.add(limited / plain);
      System.out.printf(
          "drain with %d slots: %,.0f jobs/s without limits, %,.0f with max_running %d, ratio %.2f%n",
          slots, plain, limited, SLOTS, limited / plain);
    }
    Collections.sort(ratios);
    System.out.printf("%d slots: median ratio %.2f%n", slots, ratios.get(rounds / 2));
  }

  /** The same without the wire: what the statements alone cost. */
  private static void kernel(int total, int rounds) {
    try (var bench = new BenchDatabase()) {
      new Limits(bench.database()).set("hundred", Change.NOTHING.withMaxRunning(SLOTS), "bench");
      var jobs = new Jobs(bench.database(), JobConfig.DEFAULT, RandomGenerator.getDefault());
      List<Double> ratios = new ArrayList<>();
      for (int round = 0; round <= rounds; round++) {
        double plain = claimAndComplete(jobs, total, List.of());
        double limited = claimAndComplete(jobs, total, List.of("hundred"));
        ratios.add(limited / plain);
        System.out.printf(
            "kernel, %d at a time: %,.0f jobs/s without limits, %,.0f with, ratio %.2f%n",
            SLOTS, plain, limited, limited / plain);
      }
      Collections.sort(ratios);
      System.out.printf("kernel median ratio %.2f%n", ratios.get(ratios.size() / 2));
    }
  }

  private static double claimAndComplete(Jobs jobs, int total, List<String> limits) {
    NewJob job = NewJob.named("noop").but().args(ARGS.text()).limits(limits).build();
    for (int done = 0; done < total; done += 1000) {
      jobs.submit(Collections.nCopies(1000, job));
    }
    long worker =
        jobs.register(new NewWorker("bench", List.of("default"), List.of(), Duration.ofHours(1)));
    long[] slots = new long[SLOTS];
    Arrays.fill(slots, worker);
    long start = System.nanoTime();
    List<Assignment> claimed = jobs.claim("default", slots, true);
    while (!claimed.isEmpty()) {
      jobs.report(
          claimed.stream()
              .map(each -> new Report(each.lease(), new Outcome.Succeeded("{\"ok\":true}")))
              .toList());
      claimed = jobs.claim("default", slots, false);
    }
    return total / ((System.nanoTime() - start) / 1e9);
  }

  private double drain(int total, int slots, boolean limited) throws InterruptedException {
    for (int done = 0; done < total; done += 10_000) {
      pulse.submitAll(
          Collections.nCopies(
              10_000,
              JobRequest.of(
                  "noop",
                  ARGS,
                  options -> {
                    options.topic("drain");
                    if (limited) {
                      options.limits("hundred");
                    }
                  })));
    }
    var left = new CountDownLatch(total);
    long start = System.nanoTime();
    try (Worker _ =
        pulse
            .worker()
            .topic("drain")
            .concurrency(slots)
            .handle(
                "noop",
                _ -> {
                  left.countDown();
                  return dev.pulse.Outcome.done();
                })
            .start()) {
      left.await();
    }
    return total / ((System.nanoTime() - start) / 1e9);
  }
}
