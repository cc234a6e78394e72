package dev.pulse.cli;

import dev.pulse.JobRequest;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three measurements through the SDK: submits, a drain, and the way of a single job. */
final class Bench {
  private static final String JOB = "bench";
  private static final int BATCH = 500;
  private static final int CLIENTS = 4;
  private static final int SINGLES = 200;
  private static final int WARM_UP = 20;

  private final Pulse pulse;
  private final String topic;
  private final int concurrency;
  private final Consumer<String> progress;

  /**
   * From the submit of a job to the start of its handler, with a worker that waits for it.
   *
   * @param p50 half of them were faster
   * @param p99 one in a hundred was slower
   */
  record Latency(Duration p50, Duration p99) {}

  Bench(Pulse pulse, String topic, int concurrency, Consumer<String> progress) {
    this.pulse = pulse;
    this.topic = topic;
    this.concurrency = concurrency;
    this.progress = progress;
  }

  /** Submits in batches, several at a time; answers jobs per second. */
  double submit(int jobs) {
    var done = new AtomicInteger();
    List<Integer> batches =
        IntStream.iterate(jobs, left -> left > 0, left -> left - BATCH)
            .mapToObj(left -> Math.min(left, BATCH))
            .toList();
    long start = System.nanoTime();
    try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<CompletableFuture<Void>> sent =
          batches.stream()
              .map(size -> CompletableFuture.runAsync(() -> submitted(size, done, jobs), clients))
              .toList();
      sent.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof PulseException failure ? failure : e;
    }
    return rate(jobs, start);
  }

  private void submitted(int size, AtomicInteger done, int jobs) {
    pulse.submitAll(
        IntStream.range(0, size)
            .mapToObj(n -> JobRequest.of(JOB, n, options -> options.topic(topic)))
            .collect(Collectors.toList()));
    progress.accept(Bar.of("submitting", done.addAndGet(size), jobs));
  }

  /** Runs them all, to the acknowledgement of the last; answers jobs per second. */
  double drain(int jobs) throws InterruptedException {
    var left = new CountDownLatch(jobs);
    long start = System.nanoTime();
    try (Worker _ = worker(_ -> left.countDown())) {
      while (!left.await(200, TimeUnit.MILLISECONDS)) {
        progress.accept(Bar.of("draining", jobs - left.getCount(), jobs));
      }
    }
    return rate(jobs, start);
  }

  /** One job after another. */
  Latency latency() throws InterruptedException {
    var starts = new ConcurrentHashMap<UUID, CountDownLatch>();
    var times = new ConcurrentHashMap<UUID, Long>();
    var taken = new ArrayList<Long>();
    try (Worker _ =
        worker(
            job -> {
              times.put(job, System.nanoTime());
              starts.computeIfAbsent(job, _ -> new CountDownLatch(1)).countDown();
            })) {
      for (int n = 0; n < WARM_UP + SINGLES; n++) {
        UUID id = UUID.randomUUID();
        var started = starts.computeIfAbsent(id, _ -> new CountDownLatch(1));
        long start = System.nanoTime();
        pulse.submit(JOB, n, options -> options.topic(topic).id(id));
        started.await();
        if (n >= WARM_UP) {
          taken.add(times.getOrDefault(id, start) - start);
        }
        progress.accept(Bar.of("one by one", n + 1, WARM_UP + SINGLES));
      }
    }
    taken.sort(null);
    return new Latency(
        Duration.ofNanos(taken.get(SINGLES / 2)), Duration.ofNanos(taken.get(SINGLES * 99 / 100)));
  }

  private Worker worker(Consumer<UUID> seen) {
    return pulse
        .worker()
        .topic(topic)
        .concurrency(concurrency)
        .handle(
            JOB,
            job -> {
              seen.accept(job.id());
              return Outcome.done();
            })
        .start();
  }

  private static double rate(int jobs, long start) {
    return jobs / ((System.nanoTime() - start) / 1e9);
  }
}
